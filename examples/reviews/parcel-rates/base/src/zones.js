'use strict';

const ZONES = [
  { name: 'home', countries: ['DE'] },
  { name: 'near', countries: ['AT', 'BE', 'CH', 'CZ', 'DK', 'FR', 'LU', 'NL', 'PL'] },
  { name: 'europe', countries: ['ES', 'FI', 'GR', 'HU', 'IE', 'IT', 'NO', 'PT', 'SE'] },
];

/** The zone of a country (ISO 3166, two letters, any case); everything that is not listed is `world`. */
function zoneOf(country) {
  if (typeof country !== 'string' || !/^[a-z]{2}$/i.test(country)) {
    throw new TypeError(`not a country code: ${country}`);
  }
  const code = country.toUpperCase();
  const zone = ZONES.find((candidate) => candidate.countries.includes(code));
  return zone ? zone.name : 'world';
}

module.exports = { zoneOf };
