export { SourceAnalysis } from './source-analysis.js';
export { pythonVersion } from './python/python-version.js';
