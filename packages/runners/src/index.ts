export { InjectedTestRunner } from './injected-test-runner.js';
