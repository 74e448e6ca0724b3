export { default } from './plugin.js';
export { securityEvidence, type SecurityEvidence } from './evidence.js';
