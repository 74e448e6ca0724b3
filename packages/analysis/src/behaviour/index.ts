export * from './sandboxed-behaviour-comparer.js';
