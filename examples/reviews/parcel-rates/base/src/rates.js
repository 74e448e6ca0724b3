'use strict';

/** Upper ends of the weight bands in kilograms, and the price of each band by zone, in cents. */
const BANDS = [
  { uptoKg: 2, cents: { home: 549, near: 1090, europe: 1390, world: 2290 } },
  { uptoKg: 5, cents: { home: 699, near: 1490, europe: 1790, world: 3490 } },
  { uptoKg: 10, cents: { home: 999, near: 1990, europe: 2390, world: 5290 } },
  { uptoKg: 20, cents: { home: 1499, near: 2790, europe: 3490, world: 8990 } },
  { uptoKg: 31.5, cents: { home: 1999, near: 3990, europe: 4890, world: 12990 } },
];

/** The band that a weight falls into. Throws where the parcel is too heavy for every band. */
function bandFor(kg) {
  const band = BANDS.find((candidate) => kg < candidate.uptoKg);
  if (!band) {
    throw new RangeError(`too heavy: ${kg} kg, the limit is ${BANDS[BANDS.length - 1].uptoKg} kg`);
  }
  return band;
}

/** The price of a weight in a zone, in cents. */
function rateCents(zone, kg) {
  return bandFor(kg).cents[zone];
}

module.exports = { bandFor, rateCents };
