import {
  isChangedLine,
  normalisePath,
  type FunctionAt,
  type JudgedCriterion,
  type ReviewSession,
} from '@typed-evidence-chain/core';
import { moduleFile } from './module-file.js';

/** A function that a location is about, and where it is. */
export interface LocatedFunction {
  readonly file: string;
  readonly at: FunctionAt;
}

/** One location of a criterion on a changed line that does something. */
export interface LocatedCode {
  readonly file: string;
  readonly lines: readonly number[];
  /** Empty for data, statements of the module itself, and files that are not read. */
  readonly functions: readonly LocatedFunction[];
}

/**
 * What the locations of a criterion are about. An export or a registration stands for the functions that it names, also
 * in other modules, as far as the change touches them.
 */
export async function locatedCode(session: ReviewSession, judged: JudgedCriterion): Promise<readonly LocatedCode[]> {
  const witnesses = judged.locations.filter((entry) => entry.verdict === 'witness');
  return Promise.all(
    witnesses.map(async ({ location }) => {
      const file = normalisePath(location.file);
      const last = location.endLine ?? location.line;
      const lines = Array.from({ length: last - location.line + 1 }, (_, index) => location.line + index);
      const functions =
        session.roles.of(file) === 'production' ? await functionsOf(session, file, location.line, last) : [];
      return { file, lines, functions };
    }),
  );
}

async function functionsOf(
  session: ReviewSession,
  file: string,
  fromLine: number,
  toLine: number,
): Promise<readonly LocatedFunction[]> {
  const found = await read(session, file, { fromLine, toLine });
  const own = (found?.functions ?? []).filter((at) => !at.isNamed || isTouched(session, file, at));
  const others = await Promise.all(
    (found?.elsewhere ?? []).map(async ({ specifier, name }) => {
      const other = await moduleFile(session.trees.head, file, specifier);
      const behind = other === undefined ? undefined : await read(session, other, { name });
      return (behind?.functions ?? [])
        .filter((at) => other !== undefined && isTouched(session, other, at))
        .map((at) => ({ file: other ?? '', at }));
    }),
  );
  return [...own.map((at) => ({ file, at })), ...others.flat()];
}

async function read(
  session: ReviewSession,
  file: string,
  query: { readonly fromLine: number; readonly toLine: number } | { readonly name: string },
) {
  const { analysis } = session.ports;
  const source = analysis.isCode(file) ? await session.trees.head.read(file) : undefined;
  return source && analysis.functionsAt?.(file, source.toString('utf8'), query);
}

function isTouched({ trees }: ReviewSession, file: string, { line, endLine }: FunctionAt): boolean {
  const change = trees.patch.files.find((one) => one.path === file && one.status !== 'deleted');
  if (!change) return false;
  return Array.from({ length: endLine - line + 1 }, (_, index) => line + index).some((one) =>
    isChangedLine(change, one),
  );
}
