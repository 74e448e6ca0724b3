import { run } from './run-command.mjs';

// What an honest author would hand in for a case: only facts that the case itself states.

const TYPES = { bug: 'BUG', security: 'BUG', feature: 'FEATURE', refactor: 'REFACTOR', negative: 'BUG' };

/** Without a plugin for it, a vulnerability is a bug. */
const typeOf = (one, hasSecurity) => (hasSecurity && one.type === 'security' ? 'SECURITY' : TYPES[one.type]);

export const taskOf = (one, hasSecurity = false) => ({
  id: one.id,
  title: one.title,
  body: one.task,
  acceptanceCriteria: one.acceptanceCriteria,
  type: typeOf(one, hasSecurity),
});

/** Added lines of each file of a git diff: path -> [line numbers at the head], with their text. */
export function addedLines(patch) {
  const files = new Map();
  let path;
  let line = 0;
  for (const text of patch.split('\n')) {
    if (text.startsWith('diff --git ')) path = undefined;
    else if (text.startsWith('+++ ')) path = text === '+++ /dev/null' ? undefined : text.slice(6).replace(/\t$/, '');
    else if (text.startsWith('@@ ')) line = Number(/\+(\d+)/.exec(text)[1]);
    else if (path !== undefined && text.startsWith('+')) {
      files.set(path, [...(files.get(path) ?? []), { line, text: text.slice(1) }]);
      line += 1;
    } else if (path !== undefined && text.startsWith(' ')) line += 1;
  }
  return files;
}

const CODE = /\.[cm]?[jt]sx?$/;
const TESTS = /(^|\/)__tests__\/|(^|\/)tests?\/[^/]*$|\.(?:test|spec)\.[cm]?[jt]sx?$/;
const GENERATED =
  /(^|\/)(dist|build|lib-cov|bench|benchmarks|example|examples)\/|\.min\.|\.(?:test-)?d\.[cm]?ts$|(^|\/)example/;
const IDLE = /^\s*($|\/\/|\/?\*|[{}()[\];,]*$|import\b|'use strict'|"use strict"|(?:const|var|let) .*=\s*require\()/;

/** One location for each criterion: different changed lines of code, as far as there are any. */
function locations(one, patch) {
  const own = (path) => one.sourceFiles.includes(path) && CODE.test(path) && !GENERATED.test(path);
  const lines = [...addedLines(patch)]
    .filter(([path]) => own(path))
    .flatMap(([file, added]) => added.filter(({ text }) => !IDLE.test(text)).map(({ line }) => ({ file, line })));
  // A module that is only wired otherwise has no other line of code.
  const wiring = [...addedLines(patch)]
    .filter(([path]) => own(path))
    .flatMap(([file, added]) => added.filter(({ text }) => /\S/.test(text)).map(({ line }) => ({ file, line })));
  return lines.length > 0
    ? lines
    : wiring.length > 0
      ? wiring
      : [...addedLines(patch)].flatMap(([file, added]) =>
          one.sourceFiles.includes(file) ? added.map(({ line }) => ({ file, line })) : [],
        );
}

/** Titles with values in them, as patterns. */
function templates(text) {
  return [...text.matchAll(/`([^`]*\$\{[^`]*)`/g)].map(([, template]) => {
    const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`);
  });
}

/** The test file that holds a title; the first one where no file shows it. */
function fileOf(name, one, added) {
  const leaf = name.split(' > ').at(-1);
  if (one.testFiles.includes(name)) return name;
  const shows = (text) => text.includes(leaf) || templates(text).some((template) => template.test(leaf));
  return one.testFiles.find((file) => (added.get(file) ?? []).some(({ text }) => shows(text))) ?? one.testFiles[0];
}

function reproduction(one, patch) {
  const added = addedLines(patch);
  // A file that only fails because it runs another one is no evidence of its own.
  const isOtherFile = (name) => /\.[cm]?[jt]sx?$/.test(name) && !one.testFiles.includes(name);
  const tests = (one.failToPass ?? [])
    .filter((name) => !isOtherFile(name))
    .map((name) => {
      const file = fileOf(name, one, added);
      return one.testFiles.includes(name) || name === file ? { file } : { file, name };
    });
  // Where the run on the base ends early, nobody can name the tests behind that point: the files stand for them.
  // A file with failures that are older than the change cannot stand for its tests, so that those are named.
  if (one.notRunOnBase > 0 && !(one.knownFailures?.length > 0)) {
    return { tests: [...new Set(tests.map((test) => test.file))].map((file) => ({ file })), command: one.testCommand };
  }
  if (one.type === 'negative') {
    return one.testFiles.length > 0
      ? { tests: one.testFiles.filter((file) => CODE.test(file)).map((file) => ({ file })), command: one.testCommand }
      : { steps: [one.task] };
  }
  return { tests: tests.length > 0 ? tests : one.testFiles.map((file) => ({ file })), command: one.testCommand };
}

/** Test files of the base that the test command names, for a refactor; the shell resolves its patterns. */
async function nonRegression(one, repo) {
  const command = one.baseTestCommand ?? one.testCommand;
  const words = command.match(/'[^']*'|\$\([^)]*\)|[^\s']+/g) ?? [];
  const patterns = words
    .map((word) => word.replaceAll("'", ''))
    .filter((word) => /(^|\/)tests?(\/|$)|\.[cm]?[jt]sx?$|^\$\(/.test(word) && !word.includes('node_modules'));
  const listing = await run(
    'bash',
    [
      '-O',
      'extglob',
      '-O',
      'nullglob',
      '-c',
      `for f in ${patterns.join(' ')}; do [ -f "$f" ] && echo "$f"; done; true`,
    ],
    { cwd: repo, mustWork: true },
  );
  const named = listing.stdout.split('\n').filter(Boolean);
  // A command that names folders, or nothing, runs what its runner finds there.
  const folders = words.filter((word) => /^[\w./-]+$/.test(word) && !word.includes('node_modules'));
  const found = async (paths) => {
    const { stdout } = await run('git', ['ls-files', '--', ...paths], { cwd: repo, mustWork: true });
    return stdout.split('\n').filter((file) => CODE.test(file) && TESTS.test(file));
  };
  const within = named.length > 0 ? named : await found(folders);
  const tests = within.length > 0 ? within : await found([]);
  return { tests: tests.map((file) => ({ file })), command };
}

export async function honestSubmission(one, patch, repo, hasSecurity = false) {
  const type = typeOf(one, hasSecurity);
  const places = locations(one, patch);
  const acCoverage = one.acceptanceCriteria.map((_, index) => ({
    criterion: `AC${index + 1}`,
    status: 'covered',
    // Every criterion points at a line of its own, and at one in each changed file.
    locations:
      places.length === 0
        ? []
        : [
            ...new Map(
              [
                places[Math.floor((index * places.length) / one.acceptanceCriteria.length)],
                ...places.filter((place, at) => at % 7 === index % 7),
              ]
                .slice(0, 6)
                .map((place) => [`${place.file}:${place.line}`, place]),
            ).values(),
          ],
  }));
  const evidence =
    type === 'BUG'
      ? { reproduction: reproduction(one, patch) }
      : type === 'SECURITY'
        ? { exploit: reproduction(one, patch) }
        : type === 'REFACTOR'
          ? { nonRegression: await nonRegression(one, repo) }
          : null;
  return { type, status: 'DONE', summary: one.title, acCoverage, evidence };
}
