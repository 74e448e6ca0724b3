export { default } from './plugin.js';
export { bugEvidence, type BugEvidence } from './evidence.js';
