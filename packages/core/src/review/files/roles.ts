import picomatch from 'picomatch';

/** What a file is for, judged by its path alone. */
export type FileRole =
  'test' | 'test-config' | 'tool-config' | 'ci' | 'manifest' | 'lock' | 'docs' | 'generated' | 'production';

/** One expression for all patterns: roles are asked for every file of a repository, several times. */
function glob(patterns: readonly string[]): (path: string) => boolean {
  const options = { dot: true, nocase: true };
  const any = new RegExp(patterns.map((pattern) => `(?:${picomatch.makeRe(pattern, options).source})`).join('|'), 'i');
  return (path) => any.test(path);
}

/** CONTRACT, section 9: the tests' own places; mocks are helpers of tests. */
const isTestPlace = glob([
  '**/{test,tests,__tests__,spec}/**',
  '**/*.{test,spec}{.*,-d.*}',
  '**/test_*.py',
  '**/*_test.{py,go}',
  '**/{test,tests,spec}.{js,cjs,mjs,ts,cts,mts,jsx,tsx,py}',
  '**/__snapshots__/**',
  '**/__mocks__/**',
  '**/*.snap',
]);

/** Files by which a runner, its transpiler, a package manager or this reviewer decides how tests are run. */
const isTestConfig = glob([
  '**/.mocharc.*',
  '**/.mocharc',
  '**/mocha.opts',
  '**/jest.config.*',
  '**/jest.setup.*',
  '**/jest-setup.*',
  '**/{vitest,vite}.config.*',
  '**/vitest.{setup,workspace}.*',
  '**/ava.config.*',
  '**/.taprc',
  '**/babel.config.*',
  '**/.babelrc*',
  '**/.swcrc',
  '**/karma.conf.*',
  '**/{playwright,cypress,wdio}.config.*',
  '**/{pytest.ini,.pytest.ini,tox.ini,conftest.py,.coveragerc,noxfile.py}',
  '**/{sitecustomize,usercustomize}.py',
  '**/.npmrc',
  '**/.yarnrc*',
  '**/.pnpmfile.*',
  '**/bunfig.toml',
  '**/.env',
  '**/.env.*',
  'tec.config.*',
]);

/** Files by which compilers, transpilers and linters decide; the base's version is used, a change is reported. */
const isToolConfig = glob([
  '**/tsconfig*.json',
  '**/jsconfig.json',
  '**/.eslintrc*',
  '**/eslint.config.*',
  '**/.eslintignore',
  '**/{.c8rc,.nycrc}*',
  '**/{biome,.oxlintrc}.json*',
  '**/.oxlintrc.json',
  '**/.prettierrc*',
  '**/{mypy.ini,.flake8,ruff.toml,.ruff.toml,.pylintrc,pyrightconfig.json}',
]);

const isCi = glob([
  '.github/workflows/**',
  '.github/actions/**',
  '.gitlab-ci.yml',
  '.circleci/**',
  '.travis.yml',
  'azure-pipelines*.yml',
  'Jenkinsfile',
  '.ci/**',
]);
const isManifest = glob([
  '**/package.json',
  '**/pyproject.toml',
  '**/setup.{py,cfg}',
  '**/go.mod',
  '**/requirements*.txt',
]);
const isLock = glob([
  '**/package-lock.json',
  '**/npm-shrinkwrap.json',
  '**/yarn.lock',
  '**/pnpm-lock.yaml',
  '**/bun.lock*',
  '**/poetry.lock',
  '**/uv.lock',
  '**/Pipfile.lock',
  '**/go.sum',
  '**/Cargo.lock',
]);
const isGenerated = glob([
  '**/{dist,build,out,vendor,vendored,third_party,node_modules,coverage}/**',
  '**/*.min.{js,css,mjs}',
  '**/*.map',
  '**/*.{generated,gen}.*',
]);
const isDocs = glob([
  '**/*.{md,mdx,markdown,rst,txt,adoc}',
  '**/{doc,docs}/**',
  '**/{example,examples,demo,demos,sample,samples,bench,benches,benchmark,benchmarks}/**',
  '**/{example,demo,bench,benchmark}{.*,-*.*,_*.*}',
  '**/{LICENSE,LICENCE,COPYING,NOTICE,AUTHORS,CHANGELOG,README,CONTRIBUTING}*',
]);

/** Tells roles apart; `review.testFiles` adds globs of test files. */
export class FileRoles {
  private readonly extra: ((path: string) => boolean) | undefined;

  /** `setupFiles`: paths that the base's own runner configuration loads. */
  constructor(
    testFiles: readonly string[] = [],
    private readonly setupFiles: ReadonlySet<string> = new Set(),
  ) {
    this.extra = testFiles.length > 0 ? glob(testFiles) : undefined;
  }

  of(path: string): FileRole {
    if (this.setupFiles.has(path) || isTestConfig(path)) return 'test-config';
    if (isLock(path)) return 'lock';
    if (isManifest(path)) return 'manifest';
    if (isTestPlace(path) || this.extra?.(path)) return 'test';
    if (isCi(path)) return 'ci';
    if (isToolConfig(path)) return 'tool-config';
    if (isGenerated(path)) return 'generated';
    if (isDocs(path)) return 'docs';
    return 'production';
  }

  isTest(path: string): boolean {
    return this.of(path) === 'test';
  }
}
