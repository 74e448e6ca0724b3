'use strict';
// Tells whether node:assert is still itself at the end. A test that replaces it can make every comparison hold.

const assert = require('node:assert');

/** Returns a function that names what was replaced, or undefined. */
exports.watchAssert = function watchAssert() {
  const seen = [];
  const look = (label, holder) => {
    for (const name of Object.getOwnPropertyNames(holder)) {
      const { value } = Object.getOwnPropertyDescriptor(holder, name);
      if (typeof value === 'function') seen.push({ label: label + name, holder, name, value });
    }
  };
  look('assert.', assert);
  look('assert.strict.', assert.strict);
  const descriptor = Object.getOwnPropertyDescriptor;
  return function replaced() {
    for (let i = 0; i < seen.length; i++) {
      const { label, holder, name, value } = seen[i];
      const now = descriptor(holder, name);
      if (now === undefined || now.value !== value) return label;
    }
    return undefined;
  };
};
