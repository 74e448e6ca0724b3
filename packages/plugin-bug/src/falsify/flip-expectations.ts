import { selectTests, testKey, testLabel } from '@typed-evidence-chain/core';
import { failureSite } from '../reason-context.js';
import { narrowedFiles, type Attempt } from './falsification.js';

const MAX_FLIPS = 2;

/**
 * The test can fail on the head too (THREATS D8): the assertion that failed on the base is given another expected
 * value, and has to go red. It stays green where it is not reached any more, or accepts everything.
 */
export const flipExpectations: Attempt = async (session, measured, red) => {
  const head = await session.headRun();
  const problems: string[] = [];
  const tried: { what: string; outcome: string }[] = [];
  for (const pair of red.filter((candidate) => candidate.base.failure?.kind === 'assertion').slice(0, MAX_FLIPS)) {
    const site = failureSite(pair.base.failure, pair.id);
    if (!site) continue;
    const { file, line } = site;
    const source = (await session.trees.head.read(file))?.toString('utf8');
    const flip = source === undefined ? undefined : await session.ports.analysis.flipExpectation(file, source, line);
    if (!flip) continue;
    const tree = await session.trees.derive(
      head,
      [{ path: file, content: flip.source }],
      `head with another expectation in ${file}:${flip.line}`,
    );
    const report = await session.run(tree, measured.command, {
      purpose: `falsification of ${testLabel(pair.id)}`,
      files: narrowedFiles(measured),
    });
    const result = selectTests(report.tests, pair.ref).find((test) => testKey(test.id) === testKey(pair.id));
    const what = `${file}:${flip.line}: ${flip.from} -> ${flip.to}`;
    tried.push({ what, outcome: result?.status ?? report.outcome });
    if (result?.status === 'passed')
      problems.push(
        `${testLabel(pair.id)} stays green on the head with another expected value (${what}): the assertion that failed on the base proves nothing there`,
      );
  }
  return { problems, tried };
};
