// What a module offers, without calling anything of it.
import { serialise } from './serialise.mjs';

const NATIVE = /\{\s*\[native code\]\s*\}\s*$/;
const isNative = (value) => NATIVE.test(Function.prototype.toString.call(value));
const isClass = (value) => /^class\b/.test(Function.prototype.toString.call(value));
const identities = new Map();
const identityOf = (value) => {
  if (!identities.has(value)) identities.set(value, identities.size);
  return identities.get(value);
};

/** The prototypes of an object up to those of the language itself. */
export function* ownPrototypes(object) {
  for (let one = object; one !== null && one !== undefined; one = Object.getPrototypeOf(one)) {
    const owner = Object.getOwnPropertyDescriptor(one, 'constructor')?.value;
    if (typeof owner === 'function' && isNative(owner) && owner.prototype === one) return;
    yield one;
  }
}

export const isPublic = (name) => name !== 'constructor' && !name.startsWith('_');
const nameOf = (key) => (typeof key === 'symbol' ? `[${key.description ?? ''}]` : key);

function kindOf({ get, set, value }) {
  if (get !== undefined) return 'getter';
  if (set !== undefined) return 'setter';
  return typeof value === 'function' ? 'method' : 'value';
}

function membersOf(objects, label, skip) {
  const found = new Map();
  for (const object of objects) {
    for (const key of Reflect.ownKeys(object)) {
      const name = nameOf(key);
      if (!isPublic(name) || skip.includes(name) || found.has(label + name)) continue;
      found.set(label + name, kindOf(Object.getOwnPropertyDescriptor(object, key)));
    }
  }
  return [...found];
}

function classParts(value) {
  const line = [];
  for (let one = value; typeof one === 'function'; one = Object.getPrototypeOf(one)) line.push(one);
  const own = line.filter((one) => !isNative(one));
  return {
    members: [
      ...membersOf(ownPrototypes(value.prototype), '', []),
      ...membersOf(own, 'static ', ['length', 'name', 'prototype', 'arguments', 'caller']),
    ],
    ancestors: own.slice(1).map(identityOf),
    natives: line.filter((one) => isNative(one) && one.name !== '').map((one) => one.name),
  };
}

function describeFunction(value) {
  const kind = isClass(value) ? 'class' : 'function';
  const methods = kind === 'class' ? Object.getOwnPropertyNames(value.prototype ?? {}) : [];
  return { kind, identity: identityOf(value), methods, ...(kind === 'class' ? classParts(value) : {}) };
}

export function describeExports(exported) {
  const described = {};
  for (const name of Object.keys(exported)) {
    if (name === 'module.exports') continue;
    const value = exported[name];
    described[name] =
      typeof value === 'function' ? describeFunction(value) : { kind: 'value', value: serialise(value) };
    for (const [inner, member] of members(value)) described[`${name}.${inner}`] = describeFunction(member);
  }
  return described;
}

/** Static methods of a class, functions of a plain object. */
function members(value) {
  const plain = value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  if (!plain && typeof value !== 'function') return [];
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(([name, { value: member }]) => typeof member === 'function' && name !== 'prototype')
    .map(([name, { value: member }]) => [name, member]);
}
