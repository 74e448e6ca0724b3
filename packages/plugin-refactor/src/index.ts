export { default } from './plugin.js';
export { refactorEvidence, type RefactorEvidence } from './evidence.js';
