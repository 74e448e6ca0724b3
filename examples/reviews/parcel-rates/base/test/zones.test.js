'use strict';

const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const { zoneOf } = require('../src/zones');

describe('zoneOf', () => {
  it('knows the home country', () => assert.equal(zoneOf('DE'), 'home'));
  it('takes small letters', () => assert.equal(zoneOf('fr'), 'near'));
  it('puts unlisted countries into the last zone', () => assert.equal(zoneOf('NZ'), 'world'));
  it('refuses what is no country code', () => assert.throws(() => zoneOf('Germany'), TypeError));
});
