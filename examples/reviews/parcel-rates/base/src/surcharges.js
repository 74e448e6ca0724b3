'use strict';

const OVERSIZE_CM = 120;
const OVERSIZE_CENTS = 850;
const ISLAND_CENTS = 1200;
const FUEL_PERCENT = 8;

const longestSideCm = ({ lengthCm, widthCm, heightCm }) => Math.max(lengthCm, widthCm, heightCm);

/** What is charged beside the rate: a list of { label, cents }. Fuel is a share of everything before it. */
function surcharges(parcel, rate) {
  const lines = [];
  if (longestSideCm(parcel) > OVERSIZE_CM) lines.push({ label: 'oversize', cents: OVERSIZE_CENTS });
  if (parcel.island) lines.push({ label: 'island', cents: ISLAND_CENTS });
  const sum = lines.reduce((total, line) => total + line.cents, rate);
  lines.push({ label: 'fuel', cents: Math.round((sum * FUEL_PERCENT) / 100) });
  return lines;
}

module.exports = { surcharges };
