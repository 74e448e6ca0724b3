const CODE = /\.(?:[cm]?js|jsx|[cm]?ts|tsx)$/;
const TEST_PLACE = /(?:^|\/)(?:tests?|__tests__|spec|specs|e2e|__mocks__|cypress)\//;
const TEST_NAME =
  /(?:^|\/)(?:[^/]+[.-](?:test|spec)\.[^/]+|test_[^/]+\.py|[^/]+_test\.py|conftest\.py|test\.[cm]?[jt]sx?)$/;
const SETTINGS = /(?:^|\/)(?:\.[^/]+|[^/]+\.config\.[cm]?[jt]s|gulpfile\.js|Gruntfile\.js)$/;

/** JavaScript or TypeScript that can be loaded; declaration files hold no behaviour. */
export function isScript(path: string): boolean {
  return CODE.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

export function isPython(path: string): boolean {
  return path.endsWith('.py');
}

export function isTestFile(path: string): boolean {
  return TEST_PLACE.test(path) || TEST_NAME.test(path);
}

/** Configuration of tools: loaded by them, not by users of the code. */
export function isSettings(path: string): boolean {
  return SETTINGS.test(path);
}
