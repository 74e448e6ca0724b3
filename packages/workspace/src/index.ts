export * from './trees/index.js';
