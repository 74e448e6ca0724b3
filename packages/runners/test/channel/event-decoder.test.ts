import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
// Not part of the public surface; tested by itself because it reads what code under test can write.
import { EventDecoder } from '../../dist/channel/event-decoder.js';

const key = Buffer.alloc(32, 7);
const keys = new Map([[1, key]]);

function sign(session: number, sequence: number, more: 0 | 1, text: string, withKey = key): string {
  const body = `${session} ${sequence} ${more} ${text}`;
  return `${createHmac('sha256', withKey).update(body).digest('hex').slice(0, 32)} ${body}\n`;
}

function decode(text: string, pieces: readonly number[] = []): EventDecoder {
  const decoder = new EventDecoder(keys);
  const bytes = Buffer.from(text, 'latin1');
  let at = 0;
  for (const piece of pieces) {
    decoder.push(bytes.subarray(at, at + piece));
    at += piece;
  }
  decoder.push(bytes.subarray(at));
  decoder.finish();
  return decoder;
}

const open = sign(1, 0, 0, '{"t":"open"}');
const close = (sequence: number): string => sign(1, sequence, 0, '{"t":"close"}');

describe('EventDecoder', () => {
  it('joins the parts of a long event, however the bytes arrive', () => {
    const text = open + sign(1, 1, 1, '{"t":"te') + sign(1, 2, 0, 'st","a":1}') + close(3);
    fc.assert(
      fc.property(fc.array(fc.nat(60), { maxLength: 20 }), (pieces) => {
        const decoder = decode(text, pieces);
        expect(decoder.problems).to.deep.equal([]);
        expect(decoder.sessions[0]?.events).to.deep.equal([
          { type: 'open', fields: {} },
          { type: 'test', fields: { a: 1 } },
          { type: 'close', fields: {} },
        ]);
      }),
    );
  });

  const wrong = [
    { when: 'a line is no event', text: `${open}ok 1\n${close(1)}`, problem: 'no event' },
    {
      when: 'a signature is wrong',
      text: open + sign(1, 1, 0, '{"t":"x"}', Buffer.alloc(32)),
      problem: 'wrong signature',
    },
    { when: 'an event is missing', text: open + close(2), problem: 'missing' },
    { when: 'an event comes twice', text: open + open, problem: 'missing or come twice' },
    { when: 'a session is unknown', text: sign(2, 0, 0, '{"t":"open"}'), problem: 'does not exist' },
    {
      when: 'an event comes after the end',
      text: open + close(1) + sign(1, 2, 0, '{"t":"test"}'),
      problem: 'after the last',
    },
    { when: 'a session does not start with its opening', text: close(0), problem: 'start' },
    { when: 'the last line is cut off', text: open + close(1).slice(0, -1), problem: 'not complete' },
  ];
  for (const { when, text, problem } of wrong) {
    it(`names a problem when ${when}`, () => expect(decode(text).problems.join()).to.contain(problem));
  }

  it('never throws, and finds a problem in any garbage', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.nat(), (garbage, at) => {
        const text = open + close(1);
        const position = at % text.length;
        const changed = text.slice(0, position) + garbage + text.slice(position);
        fc.pre(changed !== text);
        expect(decode(changed).problems).not.to.deep.equal([]);
      }),
    );
  });
});
