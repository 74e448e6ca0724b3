export * from './trees/index.js';
export * from './sandbox/index.js';
