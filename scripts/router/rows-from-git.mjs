#!/usr/bin/env node
// Labelled rows out of the history of public repositories that follow Conventional Commits.
//
//   node scripts/router/rows-from-git.mjs --out rows.jsonl [--per-type 260] REPO_OR_GIT_DIR …
//
// The prefix names the gold type and is then removed from the text, as are trailers, issue references, links, addresses
// and names. Bots, merges, reverts, releases and dependency updates are dropped, and so are fix/feat/refactor commits that
// touch no source file or speak of security without an advisory. The texts are training data: keep the output out of
// every repository and package.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    'per-type': { type: 'string', default: '260' },
    'per-reason': { type: 'string', default: '20' },
  },
});
if (values.out === undefined || positionals.length === 0) {
  console.error('usage: rows-from-git.mjs --out rows.jsonl [--per-type N] [--per-reason N] REPO …');
  process.exit(2);
}

const TYPES = {
  fix: 'BUG',
  bugfix: 'BUG',
  feat: 'FEATURE',
  feature: 'FEATURE',
  refactor: 'REFACTOR',
  security: 'SECURITY',
  sec: 'SECURITY',
};
const OUTSIDE = {
  docs: 'docs',
  doc: 'docs',
  perf: 'perf',
  test: 'test',
  tests: 'test',
  chore: 'chore',
  ci: 'ci',
  build: 'build',
  style: 'style',
};
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|py|rs|go|java|kt|c|cc|cpp|h|hpp|cs|rb|php|swift|dart|scala|lua|mm?)$/;
const TEST = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|fixtures)\/|[._-](?:test|spec)s?\.|_test\.|^test_/;
const SECURITY_WORDS = /\b(?:security|vulnerab|CVE-|GHSA-|XSS|CSRF|SSRF|injection|exploit)\b/i;
const NOISE =
  /^(?:merge|revert|release|publish|bump|upgrade dep|update dep|v?\d+\.\d+)|\bdependabot|\brenovate|\bbump(?:s|ed)? .* (?:from|to) |\b(?:deps|dependency|dependencies|lockfile|lock file)\b/i;
const HEADER = /^(?:\S{1,4}\s)?([a-z]+)(\([^)]*\))?!?:\s+(.+)$/i;

const rows = [];
for (const repository of positionals) {
  const name = repository.replace(/\/+$/, '');
  const label = ['repo', '.git'].includes(basename(name)) ? basename(dirname(name)) : basename(name);
  rows.push(...rowsOf(name, label.replace('+', '/')));
}
writeFileSync(values.out, rows.map((row) => JSON.stringify(row)).join('\n') + '\n');
console.error(`${rows.length} rows from ${positionals.length} repositories`);

function rowsOf(directory, source) {
  const format = '--format=%x1e%H%x1f%an%x1f%s%x1f%b%x1f';
  const git = spawnSync(
    'git',
    ['-C', directory, 'log', '--no-merges', '--no-renames', '-n', '12000', '--name-only', format],
    {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    },
  );
  if (git.status !== 0) {
    console.error(`${directory}: git log failed: ${git.stderr.slice(0, 300)}`);
    process.exit(3);
  }
  const log = git.stdout;
  const seen = new Set();
  const byGroup = new Map();
  for (const entry of log.split('\x1e').slice(1)) {
    const [sha, author, subject, message, files] = entry.split('\x1f');
    const row = toRow({ sha, author, subject, message, files: files.split('\n').filter(Boolean), source });
    if (row === null || seen.has(row.title.toLowerCase())) continue;
    seen.add(row.title.toLowerCase());
    const group = row.reason ?? row.label;
    byGroup.set(group, [...(byGroup.get(group) ?? []), row]);
  }
  // A choice by hash: the same commits on every machine, spread over the whole history.
  const order = (row) => createHash('sha256').update(row.id).digest('hex');
  return [...byGroup.values()].flatMap((group) =>
    group
      .sort((a, b) => (order(a) < order(b) ? -1 : 1))
      .slice(0, Number(group[0].reason ? values['per-reason'] : values['per-type'])),
  );
}

function toRow({ sha, author, subject, message, files, source }) {
  if (/\[bot\]|renovate|dependabot|greenkeeper|semantic-release/i.test(author)) return null;
  const header = HEADER.exec(subject.replace(/^:\w+:\s*/, ''));
  if (header === null) return null;
  const prefix = header[1].toLowerCase();
  const scope = header[2] ?? '';
  if (/\b(?:deps?|release|security|docs?|tests?|ci|build)\b/i.test(scope) && TYPES[prefix] !== undefined) return null;
  if (NOISE.test(header[3])) return null;
  const title = clean(header[3])
    .replace(/\s*\(\s*\)\s*$/, '')
    .trim();
  const body = bodyOf(message)
    .slice(0, Math.max(0, 1500 - title.length))
    .trim();
  const text = `${title} ${body}`;
  if (title.split(/\s+/).length < 2 || !/^[\x20-\x7e\n]*$/.test(text.replace(/[‘’“”–—…→✅🐛]/gu, ''))) return null;
  const advisory = /CVE-\d{4}|GHSA-/.test(subject + message);
  const base = { id: `${source}@${sha.slice(0, 12)}`, source, kind: 'commit', title, body, labels: [] };
  if (TYPES[prefix] === 'SECURITY' || (prefix === 'fix' && advisory)) return { ...base, label: 'SECURITY' };
  if (TYPES[prefix] !== undefined) {
    if (SECURITY_WORDS.test(text)) return null;
    if (!files.some((file) => SOURCE.test(file) && !TEST.test(file))) return null;
    return { ...base, label: TYPES[prefix] };
  }
  return OUTSIDE[prefix] === undefined ? null : { ...base, label: 'ABSTAIN', reason: OUTSIDE[prefix] };
}

function clean(text) {
  return text
    .replace(/https?:\/\/\S+/g, '')
    .replace(/\(?(?:(?:close|fix|resolve|see|ref)[sd]?:?\s+)?(?:[\w.-]+\/[\w.-]+)?#\d+(?:,?\s*#\d+)*\)?/gi, '')
    .replace(/\b(?:CVE-\d{4}-\d+|GHSA(?:-\w{4}){3}|[A-Z]{2,8}-\d{2,6})\b/g, '')
    .replace(/[\w.+-]+@[\w-]+\.[\w.]+|(?<!\w)@[A-Za-z][\w-]*(?!\/)/g, '')
    .replace(/[ \t]+/g, ' ');
}

function bodyOf(message) {
  return message
    .split('\n')
    .filter(
      (line) =>
        !/^\s*(?:[A-Z][\w-]+-(?:by|to)|close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|BREAKING CHANGE|Change-Id|PR Close)\b.{0,3}[:# ]/i.test(
          line,
        ) && !/^-{3,}$|^\s*\* (?:fix|feat|refactor|chore|docs|test|style|perf|ci|build)(?:\([^)]*\))?!?:/i.test(line),
    )
    .map(clean)
    .join('\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
