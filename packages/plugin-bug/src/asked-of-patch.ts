import { posix } from 'node:path';
import {
  filesOf,
  readManifest,
  titlePattern,
  type AskedName,
  type CodeAsks,
  type PairedObservation,
  type ReviewSession,
  type TestCase,
} from '@typed-evidence-chain/core';
import { newOffers, unknownToBase, type GrownFunction, type NewOffers } from './new-offers.js';

const withoutEnding = (path: string): string => path.replace(/\.[cm]?[jt]sx?$/, '').replace(/(?:^|\/)index$/, '');

const isPath = (specifier: string): boolean => /^(?:\.{1,2}(?:\/|$)|[#/~]|@\/)/.test(specifier);

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const FIELDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** Packages that the repository installs; its own are none of them. */
const installedPackages = (session: ReviewSession): Promise<ReadonlySet<string>> =>
  session.once('bug:installed-packages', async () => {
    const { base } = session.trees;
    const installed = new Set<string>();
    const own: string[] = [];
    for (const { path } of await base.list()) {
      if (!/(?:^|\/)package\.json$/.test(path) || path.includes('node_modules/')) continue;
      const manifest = await readManifest(base, path);
      if (typeof manifest?.['name'] === 'string') own.push(manifest['name']);
      for (const field of FIELDS)
        Object.keys((manifest?.[field] as object | undefined) ?? {}).forEach((name) => installed.add(name));
    }
    own.forEach((name) => installed.delete(name));
    return installed;
  });

interface Place {
  readonly file: string;
  readonly asks: CodeAsks;
  /** Whether what stands there is done before the failure, as far as that can be told. */
  readonly counts: (asked: AskedName) => boolean;
}

const within = (line: number, test: TestCase): boolean => line >= test.line && line <= test.endLine;

/** What counts of a test's file: the test up to where it failed, and what stands outside of other tests. */
function countsIn(
  cases: readonly TestCase[],
  title: string,
  failedAt: number | undefined,
): (asked: AskedName) => boolean {
  const own = cases.filter((test) => titlePattern(test.title).test(title));
  const others = cases.filter((test) => !own.includes(test) && !own.some((one) => within(one.line, test)));
  return ({ line, statementLine }) => {
    if (own.length === 0) return true;
    if (!own.some((test) => within(line, test))) return !others.some((test) => within(line, test));
    return failedAt === undefined || statementLine <= failedAt;
  };
}

/** The files that a test file loads from among those of the patch that hold no tests of their own. */
async function helpersOf(session: ReviewSession, file: string, source: string): Promise<readonly string[]> {
  const specifiers = (await session.ports.analysis.imports(file, source)) ?? [];
  const loaded = new Set(
    specifiers.filter(isPath).map((one) => withoutEnding(posix.normalize(posix.join(posix.dirname(file), one)))),
  );
  return session.trees.patch.files
    .filter(({ path, status }) => status !== 'deleted' && session.roles.isTest(path) && loaded.has(withoutEnding(path)))
    .map(({ path }) => path);
}

async function placeOf(
  session: ReviewSession,
  file: string,
  counts: (cases: readonly TestCase[]) => Place['counts'],
): Promise<Place | undefined> {
  const { analysis } = session.ports;
  const source = analysis.isCode(file) ? (await session.trees.head.read(file))?.toString('utf8') : undefined;
  const asks = source === undefined ? undefined : await analysis.codeAsks?.(file, source);
  if (source === undefined || !asks) return undefined;
  return { file, asks, counts: counts((await analysis.testSurface(file, source))?.cases ?? []) };
}

/** Whether a call may be one of the function: by its name, or by the module that it is as a whole. */
function isCallOf({ name, file }: GrownFunction, asked: AskedName, from: string): boolean {
  if (asked.name !== name) return false;
  if (name !== 'default' || asked.from === undefined) return name !== 'default';
  return withoutEnding(posix.normalize(posix.join(posix.dirname(from), asked.from))) === withoutEnding(file);
}

function problemAt(
  { file, asks, counts }: Place,
  offers: NewOffers,
  installed: ReadonlySet<string>,
): string | undefined {
  const isOurs = ({ from }: AskedName): boolean =>
    from === undefined || isPath(from) || !installed.has(packageOf(from));
  const asked = (list: readonly AskedName[], names: ReadonlySet<string>): AskedName | undefined =>
    list.find((one) => names.has(one.name) && isOurs(one) && counts(one));
  const option = asked(asks.keys, offers.options);
  if (option) return `hands over ${option.name} (${file}:${option.line}), an option that only the patch brings`;
  const flag = asked(asks.flags ?? [], offers.flags);
  if (flag) return `hands over ${flag.name} (${file}:${flag.line}), an option that only the patch brings`;
  const member = asked([...asks.members, ...asks.calls], offers.members);
  if (member) return `asks for ${member.name} (${file}:${member.line}), which only the patch brings`;
  for (const call of asks.calls) {
    const grown = offers.grown.find((one) => isCallOf(one, call, file) && call.count > one.takes);
    if (grown && isOurs(call) && counts(call))
      return `gives ${grown.name} more arguments than the base takes (${grown.takes}) (${file}:${call.line}): only the patch brings ${grown.added.length > 0 ? `the parameter ${grown.added.join(', ')}` : 'further ones'}`;
  }
  return undefined;
}

/** Python: how a function is written and compiled, not what it does (THREATS B8). */
const COMPILED = new Set([
  '__code__',
  'co_code',
  'co_consts',
  'co_names',
  'co_varnames',
  'getsource',
  'getsourcelines',
]);

/** A test that looks at the text or the names inside of a function, in a program that does nothing of the kind itself. */
async function looksInside(session: ReviewSession, { file, asks, counts }: Place): Promise<string | undefined> {
  const asked = file.endsWith('.py') ? asks.members.find((one) => COMPILED.has(one.name) && counts(one)) : undefined;
  if (!asked || (await unknownToBase(session, COMPILED)).size < COMPILED.size) return undefined;
  return `looks at ${asked.name} (${file}:${asked.line}): how a function is written, not what it does`;
}

const isNothingNew = (offers: NewOffers): boolean =>
  offers.options.size + offers.members.size + offers.flags.size + offers.grown.length === 0;

/**
 * Why a test fails on the base for something that is missing there and that only the patch brings: an option, a
 * parameter, a method, a function (CONTRACT, section 9, "Right reason"). A new field of an expected value is no such
 * thing. `failure`: where the test failed.
 */
export async function askedOfPatch(
  session: ReviewSession,
  { id }: PairedObservation,
  failure: { readonly file: string; readonly line: number } | undefined,
): Promise<string | undefined> {
  const offers = await newOffers(session);
  const installed = await installedPackages(session);
  for (const file of filesOf(id)) {
    const failedAt = failure?.file === file ? failure.line : undefined;
    const place = await placeOf(session, file, (cases) => countsIn(cases, id.title, failedAt));
    const problem = place && (problemAt(place, offers, installed) ?? (await looksInside(session, place)));
    if (problem !== undefined) return problem;
    if (isNothingNew(offers)) continue;
    const source = (await session.trees.head.read(file))?.toString('utf8') ?? '';
    for (const helper of await helpersOf(session, file, source)) {
      const found = await placeOf(session, helper, () => () => true);
      const handed = found && problemAt(found, offers, installed);
      if (handed !== undefined) return handed;
    }
  }
  return undefined;
}

/** The same for a script that is run as a whole. */
export async function askedByScript(
  session: ReviewSession,
  command: string,
  files: readonly string[],
): Promise<string | undefined> {
  const offers = await newOffers(session);
  if (isNothingNew(offers)) return undefined;
  const flag = command.split(/[\s=]+/).find((word) => offers.flags.has(word));
  if (flag !== undefined) return `${command} hands over ${flag}, an option that only the patch brings`;
  const installed = await installedPackages(session);
  for (const file of files) {
    const place = await placeOf(session, file, () => () => true);
    const problem = place && problemAt(place, offers, installed);
    if (problem !== undefined) return `${file} ${problem}`;
  }
  return undefined;
}
