import {
  filesOf,
  normalisePath,
  pathAtBase,
  pathAtHead,
  testLabel,
  type ModuleInterface,
  type PairedObservation,
  type ReviewSession,
  type TestFailure,
  type TestId,
} from '@typed-evidence-chain/core';
import { askedOfPatch } from './asked-of-patch.js';
import type { ReasonContext } from './checks/right-reason.js';

export interface NewInterface {
  readonly names: ReadonlySet<string>;
  readonly exports: ReadonlySet<string>;
  /** Per module at the base: exports that only the head has. */
  readonly byModule: ReadonlyMap<string, readonly string[]>;
}

/** What the patch's modules offer at the head and nowhere on the base. */
export const newInterface = (session: ReviewSession): Promise<NewInterface> =>
  session.once('bug:new-interface', async () => {
    const { trees, roles, ports } = session;
    const before: ModuleInterface[] = [];
    const after: { path: string | undefined; module: ModuleInterface }[] = [];
    for (const change of trees.patch.files) {
      if (roles.of(change.path) !== 'production' || !ports.analysis.isCode(change.path)) continue;
      const read = async (side: 'base' | 'head', path: string | undefined): Promise<ModuleInterface | undefined> => {
        const source = path === undefined ? undefined : await trees[side].read(path);
        return source && path !== undefined ? ports.analysis.moduleInterface(path, source.toString('utf8')) : undefined;
      };
      const [base, head] = await Promise.all([read('base', pathAtBase(change)), read('head', pathAtHead(change))]);
      if (base) before.push(base);
      if (head) after.push({ path: pathAtBase(change), module: head });
    }
    const oldNames = new Set(before.flatMap((module) => module.names));
    const oldExports = new Set(before.flatMap((module) => module.exports));
    const fresh = (module: ModuleInterface): readonly string[] =>
      module.exports.filter((name) => !oldExports.has(name) && name !== 'default' && !name.startsWith('*'));
    return {
      names: new Set(after.flatMap(({ module }) => module.names.filter((name) => !oldNames.has(name)))),
      exports: new Set(after.flatMap(({ module }) => fresh(module))),
      byModule: new Map(
        after.flatMap(({ path, module }) =>
          path !== undefined && fresh(module).length > 0 ? [[path, fresh(module)] as const] : [],
        ),
      ),
    };
  });

/** The innermost place of a failure in the files that make up a test. */
export function failureSite(
  failure: TestFailure | undefined,
  id: TestId,
): { readonly file: string; readonly line: number } | undefined {
  const files = filesOf(id);
  const frame = failure?.stack.find((candidate) => files.includes(normalisePath(candidate.file)));
  return frame && { file: normalisePath(frame.file), line: frame.line };
}

/** Facts for `bug/right-reason` that need the sources. */
export async function reasonContext(
  session: ReviewSession,
  red: readonly PairedObservation[],
  headMs: number,
): Promise<ReasonContext> {
  const { names, exports } = await newInterface(session);
  const used = new Map<string, readonly string[]>();
  const asked = new Map<string, string>();
  for (const pair of red) {
    const site = failureSite(pair.base.failure, pair.id);
    const problem = await askedOfPatch(session, pair, site);
    if (problem !== undefined) asked.set(testLabel(pair.id), problem);
    const source = site && (await session.trees.head.read(site.file));
    if (!site || !source) continue;
    used.set(
      testLabel(pair.id),
      (await session.ports.analysis.namesUsed(site.file, source.toString('utf8'), site.line, site.line)) ?? [],
    );
  }
  return {
    newNames: names,
    newExports: exports,
    usedAtFailure: used,
    askedOfPatch: asked,
    addedPaths: session.trees.patch.files.filter((file) => file.status === 'added').map((file) => file.path),
    limitMs: session.limits.timeoutMs,
    headMs,
  };
}
