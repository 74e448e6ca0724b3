import { executedLines, type FileCoverage } from '@typed-evidence-chain/core';
import type { LocatedCode } from './located-code.js';

/**
 * Pure. Whether located code was executed. Loading a module runs the head of a function, an export and a registration;
 * there, a line of the function's body has to have run.
 */
export function isExecuted({ file, lines, functions }: LocatedCode, coverage: readonly FileCoverage[]): boolean {
  const ran = (path: string, wanted: readonly number[]): boolean => {
    const recorded = coverage.find((entry) => entry.file === path);
    return recorded !== undefined && executedLines(wanted, undefined, recorded).length > 0;
  };
  if (functions.length === 0) return ran(file, lines);
  const inside = lines.filter((line) =>
    functions.some(
      ({ file: path, at }) => path === file && !at.isNamed && line >= at.bodyLine && line <= at.bodyEndLine,
    ),
  );
  if (inside.length > 0) return ran(file, inside);
  return functions.some(({ file: path, at }) => {
    const body = Array.from({ length: at.bodyEndLine - at.bodyLine + 1 }, (_, index) => at.bodyLine + index);
    return ran(path, body);
  });
}
