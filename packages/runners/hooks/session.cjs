'use strict';
// One session of the event channel. Everything that it needs is taken when it is loaded, before any code of the tree
// under review, so that code can neither read the key nor change what is said by replacing a built-in later.

const fs = require('node:fs');
const crypto = require('node:crypto');

const { apply } = Reflect;
const { openSync, readSync, writeSync } = fs;
const { createHmac, createSecretKey } = crypto;
const hmacUpdate = crypto.Hmac.prototype.update;
const hmacDigest = crypto.Hmac.prototype.digest;
const method = (holder, name) => holder[name];
const slice = method(String.prototype, 'slice');
const charCodeAt = method(String.prototype, 'charCodeAt');
const isArray = Array.isArray;
const toText = String;

const KEY_BYTES = 32;
const RECORD_BYTES = 8 + KEY_BYTES;
/** A pipe keeps writes of up to 4096 bytes whole; the head of a line takes less than 100. */
const CHUNK = 3900;
const HEX = '0123456789abcdef';
const MAX_TEXT = 12000;

function encodeText(text) {
  const value = text.length > MAX_TEXT ? apply(slice, text, [0, MAX_TEXT]) : text;
  let out = '"';
  for (let i = 0; i < value.length; i++) {
    const code = apply(charCodeAt, value, [i]);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) {
      out += '\\u' + HEX[(code >> 12) & 15] + HEX[(code >> 8) & 15] + HEX[(code >> 4) & 15] + HEX[code & 15];
    } else out += value[i];
  }
  return out + '"';
}

/** JSON in plain ASCII. JSON.stringify would ask `toJSON` methods that the tree's code can plant on prototypes. */
function encode(value) {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return encodeText(value);
  if (typeof value === 'number') return value - value === 0 ? '' + value : 'null';
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (isArray(value)) {
    let out = '[';
    for (let i = 0; i < value.length; i++) out += (i === 0 ? '' : ',') + encode(value[i]);
    return out + ']';
  }
  if (typeof value !== 'object') return encodeText(toText(value));
  let out = '';
  for (const key in value) {
    const field = value[key];
    if (field !== undefined) out += (out === '' ? '' : ',') + encodeText(key) + ':' + encode(field);
  }
  return '{' + out + '}';
}

/**
 * Reads one key and returns `send(type, fields)`; undefined where the host gives no key (any more). Objects in
 * `fields` must have no prototype: a polluted one would add fields.
 */
exports.openSession = function openSession(channel) {
  const record = Buffer.alloc(RECORD_BYTES);
  let events;
  try {
    const keys = openSync(channel + '/keys', fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
    const got = readSync(keys, record, 0, RECORD_BYTES, null);
    fs.closeSync(keys);
    if (got !== RECORD_BYTES) return undefined;
    events = openSync(channel + '/events', fs.constants.O_WRONLY);
  } catch (error) {
    // No key is left, or the host is gone. Nothing can be said without one; the host sees results missing.
    if (error.code === 'EAGAIN' || error.code === 'ENXIO' || error.code === 'ENOENT') return undefined;
    throw error;
  }
  const session = toText(record.readUInt32LE(0));
  // A KeyObject keeps the bytes outside of the heap.
  const key = createSecretKey(record.subarray(8));
  record.fill(0);

  let sequence = 0;
  let waiting = [];
  const flush = () => {
    while (waiting.length > 0) {
      try {
        writeSync(events, waiting[0]);
      } catch (error) {
        // A test that replaces the file system (mock-fs) is in the way just now: kept, and tried again with the next.
        if (error.code === 'EPIPE') waiting = [];
        return;
      }
      const rest = [];
      for (let i = 1; i < waiting.length; i++) rest[i - 1] = waiting[i];
      waiting = rest;
    }
  };
  return function send(type, fields) {
    const text = encode({ __proto__: null, t: type, ...fields });
    for (let at = 0; at < text.length; at += CHUNK) {
      const more = at + CHUNK < text.length ? '1' : '0';
      const body = session + ' ' + sequence++ + ' ' + more + ' ' + apply(slice, text, [at, at + CHUNK]);
      const hmac = createHmac('sha256', key);
      apply(hmacUpdate, hmac, [body, 'latin1']);
      const mac = apply(slice, apply(hmacDigest, hmac, ['hex']), [0, 32]);
      waiting[waiting.length] = mac + ' ' + body + '\n';
    }
    flush();
  };
};

const hasOwnProperty = method(Object.prototype, 'hasOwnProperty');

/** The parts of a thrown value that tell what kind of failure it is, as plain text. */
exports.describeError = function describeError(error) {
  const out = { __proto__: null };
  if (error === null || (typeof error !== 'object' && typeof error !== 'function')) {
    out.name = error === null ? 'null' : typeof error;
    out.message = toText(error);
    return out;
  }
  const read = (name) => {
    try {
      const value = error[name];
      return value === undefined || value === null || typeof value === 'object' || typeof value === 'function'
        ? undefined
        : toText(value);
    } catch (thrown) {
      return '(its property ' + name + ' throws ' + typeof thrown + ')';
    }
  };
  out.name = read('name');
  out.class = error.constructor && typeof error.constructor.name === 'string' ? error.constructor.name : undefined;
  out.code = read('code');
  out.message = read('message');
  out.stack = read('stack');
  out.operator = read('operator');
  if (apply(hasOwnProperty, error, ['matcherResult'])) out.matcher = true;
  return out;
};
