import type { ChangeView, TestRef, TypeBuilder } from '@typed-evidence-chain/core';
import type { BugEvidence } from './evidence.js';

const INSTRUCTIONS = `A BUG change must prove three things by execution: a reproduction fails on the code as it is (by an
assertion, or by an error that the faulty code throws), the same reproduction passes after the fix, and the fix is what
turns it. Write the reproduction first and run it: it must fail before you touch the code. Do not import names that only
your fix adds, do not read source files, versions, clocks or the environment in the test, and do not touch how tests are
run. Change nothing that the reproduction does not need.
Evidence: {"reproduction": {"tests": [{"file": "test/a.test.js", "name": "full title"}], "expected": "…", "actual": "…"}}`;

/** New or edited test cases of one file, by full title; the whole file where single tests cannot be told apart. */
async function changedTests(change: ChangeView, file: string): Promise<readonly TestRef[]> {
  const { analysis, base, head } = change;
  if (!analysis.isCode(file)) return [];
  const [before, after] = await Promise.all([base.read(file), head.read(file)]);
  if (after === undefined) return [];
  const surface = await analysis.testSurface(file, after.toString('utf8'));
  if (!surface || surface.cases.length === 0) return [];
  if (before === undefined) return [{ file }];
  const old = await analysis.testSurface(file, before.toString('utf8'));
  const known = new Set((old?.cases ?? []).map((test) => `${test.title}\u0000${test.body}`));
  const fresh = surface.cases.filter((test) => !known.has(`${test.title}\u0000${test.body}`));
  return fresh.some((test) => test.title === '' || test.title.includes('*'))
    ? [{ file }]
    : fresh.map((test) => ({ file, name: test.title }));
}

/** What a BUG asks of whoever builds it. */
export class BugBuilder implements TypeBuilder<BugEvidence> {
  readonly instructions = INSTRUCTIONS;
  readonly failingTestFirst = true;

  readonly evidenceFromChange = async (change: ChangeView): Promise<BugEvidence | undefined> => {
    const tests = (await Promise.all(change.testFiles.map((file) => changedTests(change, file)))).flat();
    return tests.length === 0
      ? undefined
      : {
          reproduction: {
            tests: tests.map(({ file, name }) => ({ file, ...(name === undefined ? {} : { name: name as string }) })),
          },
        };
  };
}
