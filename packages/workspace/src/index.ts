export * from './scratch/index.js';
export * from './trees/index.js';
export * from './sandbox/index.js';
