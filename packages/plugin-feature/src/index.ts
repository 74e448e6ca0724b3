export { default } from './plugin.js';
export { featureEvidence, type FeatureEvidence } from './evidence.js';
