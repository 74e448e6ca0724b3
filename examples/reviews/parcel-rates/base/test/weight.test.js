'use strict';

const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const { billableKg, volumetricKg } = require('../src/weight');

const parcel = (weightKg, lengthCm, widthCm, heightCm) => ({ weightKg, lengthCm, widthCm, heightCm });

describe('billableKg', () => {
  it('rounds up to half kilograms', () => assert.equal(billableKg(parcel(3.2, 10, 10, 10)), 3.5));
  it('leaves half kilograms alone', () => assert.equal(billableKg(parcel(2.5, 10, 10, 10)), 2.5));
  it('takes the volume of a light parcel', () => assert.equal(billableKg(parcel(1, 60, 50, 40)), 24));
  it('refuses a parcel without weight', () => assert.throws(() => billableKg(parcel(0, 1, 1, 1)), RangeError));
});

describe('volumetricKg', () => {
  it('divides the volume', () => assert.equal(volumetricKg(parcel(1, 50, 40, 30)), 12));
});
