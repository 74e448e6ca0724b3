'use strict';

const CUBIC_CM_PER_KG = 5000;
const STEP_KG = 0.5;

/** What the parcel would weigh if it were as dense as the carrier expects. */
function volumetricKg({ lengthCm, widthCm, heightCm }) {
  return (lengthCm * widthCm * heightCm) / CUBIC_CM_PER_KG;
}

/** The larger of real and volumetric weight, rounded up to half kilograms. */
function billableKg(parcel) {
  if (!(parcel.weightKg > 0)) throw new RangeError(`a parcel weighs something: ${parcel.weightKg}`);
  const heavier = Math.max(parcel.weightKg, volumetricKg(parcel));
  return Math.ceil(heavier / STEP_KG) * STEP_KG;
}

module.exports = { billableKg, volumetricKg };
