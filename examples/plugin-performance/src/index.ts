export { default } from './plugin.js';
export { performanceEvidence, type PerformanceEvidence } from './evidence.js';
