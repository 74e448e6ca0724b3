'use strict';

const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const { bandFor, rateCents } = require('../src/rates');

describe('bandFor', () => {
  it('finds the band of a light parcel', () => assert.equal(bandFor(0.5).uptoKg, 2));
  it('finds the band of a heavy parcel', () => assert.equal(bandFor(24).uptoKg, 31.5));
  it('refuses what is too heavy', () => assert.throws(() => bandFor(40), /too heavy: 40 kg/));
});

describe('rateCents', () => {
  it('depends on the zone', () => {
    assert.equal(rateCents('home', 3), 699);
    assert.equal(rateCents('world', 3), 3490);
  });
});
