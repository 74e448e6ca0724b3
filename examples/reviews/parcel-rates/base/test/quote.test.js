'use strict';

const assert = require('node:assert/strict');
const { describe, it } = require('node:test');
const { formatQuote, quote } = require('../src/index');

const parcel = { country: 'FR', weightKg: 3.2, lengthCm: 40, widthCm: 30, heightCm: 10 };

describe('quote', () => {
  it('adds fuel to the rate', () => {
    const { lines, totalCents } = quote(parcel);
    assert.deepEqual(lines, [
      { label: 'rate near', cents: 1490 },
      { label: 'fuel', cents: 119 },
    ]);
    assert.equal(totalCents, 1609);
  });

  it('charges long parcels and islands, and fuel on top of both', () => {
    const { lines } = quote({ ...parcel, lengthCm: 130, widthCm: 10, island: true });
    assert.deepEqual(
      lines.map((line) => line.label),
      ['rate near', 'oversize', 'island', 'fuel'],
    );
    assert.equal(lines[3].cents, 283);
  });

  it('names zone and weight', () => {
    const { zone, billableKg } = quote(parcel);
    assert.equal(zone, 'near');
    assert.equal(billableKg, 3.5);
  });
});

describe('formatQuote', () => {
  it('aligns the amounts', () => {
    assert.equal(
      formatQuote(quote(parcel)),
      ['3.5 kg, zone near', 'rate near     14.90 EUR', 'fuel           1.19 EUR', 'total         16.09 EUR'].join('\n'),
    );
  });
});
