'use strict';

const { rateCents } = require('./rates');
const { surcharges } = require('./surcharges');
const { billableKg } = require('./weight');
const { zoneOf } = require('./zones');

/** A quote: { zone, billableKg, lines: [{ label, cents }], totalCents }. */
function quote(parcel) {
  const zone = zoneOf(parcel.country);
  const kg = billableKg(parcel);
  const rate = rateCents(zone, kg);
  const lines = [{ label: `rate ${zone}`, cents: rate }, ...surcharges(parcel, rate)];
  return {
    zone,
    billableKg: kg,
    lines,
    totalCents: lines.reduce((total, line) => total + line.cents, 0),
  };
}

module.exports = { quote };
