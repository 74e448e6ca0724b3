import {
  selectTests,
  testKey,
  testLabel,
  type FileEdit,
  type Hunk,
  type PairedObservation,
  type Tree,
} from '@typed-evidence-chain/core';
import { narrowedFiles, type Attempt } from './falsification.js';

/** The base's text with the lines that a patch adds put in as comments, where it adds them. */
export function asComments(base: string, hunks: readonly Hunk[], mark: string): string {
  const lines = base.split('\n');
  const result: string[] = [];
  let next = 0;
  for (const hunk of hunks) {
    const at = hunk.oldLines === 0 ? hunk.oldStart : hunk.oldStart - 1;
    result.push(...lines.slice(next, at), ...hunk.added.map((line) => `${mark} ${line.replace(/\r$/, '')}`));
    next = at;
  }
  return [...result, ...lines.slice(next)].join('\n');
}

const commentMark = (path: string): string => (/\.pyi?$/.test(path) ? '#' : '//');

/**
 * A reproduction looks at behaviour, not at text (THREATS B8): the base stays red when the patch's lines are there as
 * comments, and the head stays green when the changed files are printed in another form.
 */
export const disguiseText: Attempt = async (session, measured, targets) => {
  const { analysis } = session.ports;
  const [base, head] = [await session.evidenceBase(), await session.headRun()];
  const commented: FileEdit[] = [];
  const printed: FileEdit[] = [];
  for (const change of session.trees.patch.files) {
    if (session.roles.of(change.path) !== 'production' || !analysis.isCode(change.path)) continue;
    const [before, after] = await Promise.all([base.read(change.oldPath ?? change.path), head.read(change.path)]);
    const old = before?.toString('utf8');
    const now = after?.toString('utf8');
    const path = change.oldPath ?? change.path;
    const text =
      old === undefined || change.hunks.length === 0 ? undefined : asComments(old, change.hunks, commentMark(path));
    if (old !== undefined && text !== undefined && (await analysis.sameCode(path, old, text)) === true)
      commented.push({ path, content: text });
    const fresh = now === undefined ? undefined : await analysis.reprint(change.path, now);
    if (
      now !== undefined &&
      fresh !== undefined &&
      fresh !== now &&
      (await analysis.sameCode(change.path, now, fresh)) === true
    )
      printed.push({ path: change.path, content: fresh });
  }
  const statusOn = async (
    from: Tree,
    edits: readonly FileEdit[],
    label: string,
  ): Promise<ReadonlyMap<PairedObservation, string> | undefined> => {
    if (edits.length === 0) return undefined;
    const timeoutMs = Math.min(
      session.limits.timeoutMs,
      Math.max(3000, (measured.headReports[0]?.durationMs ?? 0) * 10),
    );
    const report = await session.run(await session.trees.derive(from, edits, label), measured.command, {
      purpose: label,
      files: narrowedFiles(measured),
      timeoutMs,
    });
    return new Map(
      targets.map((pair) => [
        pair,
        selectTests(report.tests, pair.ref).find((test) => testKey(test.id) === testKey(pair.id))?.status ??
          report.outcome,
      ]),
    );
  };
  const [onBase, onHead] = await Promise.all([
    statusOn(base, commented, 'base with the patch as comments'),
    statusOn(head, printed, 'head in another form'),
  ]);
  const problems = [
    ...[...(onBase ?? [])]
      .filter(([, status]) => status === 'passed')
      .map(
        ([pair]) =>
          `${testLabel(pair.id)} turns green on the base when the lines of the patch are there as comments: it reads text`,
      ),
    ...[...(onHead ?? [])]
      .filter(([, status]) => status !== 'passed')
      .map(
        ([pair, status]) =>
          `${testLabel(pair.id)} is ${status} on the head when the same code is printed in another form: it reads text`,
      ),
  ];
  const tried = [
    ...(onBase ? [{ what: 'the patch as comments on the base', outcome: [...onBase.values()].join(', ') }] : []),
    ...(onHead ? [{ what: 'the head printed in another form', outcome: [...onHead.values()].join(', ') }] : []),
  ];
  return { problems, tried };
};
