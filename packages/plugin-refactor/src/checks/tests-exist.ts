import { fail, pass, type Check, type TestRef } from '@typed-evidence-chain/core';

const ID = 'refactor/tests-exist';

export interface ListedTest {
  readonly ref: TestRef;
  /** The file is on the base. */
  readonly onBase: boolean;
  /** Tests of it that the runner saw on the base. */
  readonly collected: number;
}

/** Pure. The listed tests exist on the base and the runner sees them there; tests that the patch adds do not count. */
export function testsExist(listed: readonly ListedTest[]): Check {
  if (listed.length === 0) return fail(ID, 'the evidence lists no pre-existing test');
  const absent = listed.filter((test) => !test.onBase);
  const unseen = listed.filter((test) => test.onBase && test.collected === 0);
  const name = ({ ref }: ListedTest): string =>
    ref.name === undefined ? ref.file : `${ref.file}: ${typeof ref.name === 'string' ? ref.name : ref.name.join(' ')}`;
  const problems = [
    ...(absent.length > 0 ? [`not on the base: ${absent.map(name).join(', ')}`] : []),
    ...(unseen.length > 0 ? [`not seen by the runner on the base: ${unseen.map(name).join(', ')}`] : []),
  ];
  const total = listed.reduce((sum, test) => sum + test.collected, 0);
  return problems.length === 0
    ? pass(ID, `${total} pre-existing tests in ${listed.length} listed places`)
    : fail(ID, problems.join('; '));
}
