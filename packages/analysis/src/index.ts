export { SourceAnalysis } from './source-analysis.js';
export { StrykerMutationEngine } from './mutation/stryker-mutation-engine.js';
export { pythonVersion } from './python/python-version.js';
