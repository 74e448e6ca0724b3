import {
  filesOf,
  testLabel,
  titlePattern,
  type PairedObservation,
  type ReviewSession,
  type TestSurface,
} from '@typed-evidence-chain/core';

const RETRY = 'retry';

/**
 * Labels of tests that the patch tells to be repeated until they pass: by an option of the test or of its group, or for
 * its whole file (THREATS B32). What the base says of a file already is a rule of the repository.
 */
export async function declaredRetries(
  session: ReviewSession,
  pairs: readonly PairedObservation[],
): Promise<ReadonlySet<string>> {
  const { trees, ports } = session;
  const surfaceOn = async (side: 'base' | 'head', file: string): Promise<TestSurface | undefined> => {
    const source = ports.analysis.isCode(file) ? (await trees[side].read(file))?.toString('utf8') : undefined;
    return source === undefined ? undefined : ports.analysis.testSurface(file, source);
  };
  const retrying = new Set<string>();
  for (const { id } of pairs) {
    for (const file of filesOf(id)) {
      const [before, after] = await Promise.all([surfaceOn('base', file), surfaceOn('head', file)]);
      const isRetried = (surface: TestSurface | undefined): boolean =>
        surface !== undefined &&
        (surface.markers.includes(RETRY) ||
          surface.cases.some((test) => test.markers.includes(RETRY) && titlePattern(test.title).test(id.title)));
      if (isRetried(after) && !isRetried(before)) retrying.add(testLabel(id));
    }
  }
  return retrying;
}
