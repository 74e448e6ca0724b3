import { filesOf, selectTests, testKey, testLabel } from '@typed-evidence-chain/core';
import { newInterface } from '../reason-context.js';
import { narrowedFiles, nothingTried, type Attempt } from './falsification.js';

/**
 * A reproduction that turns green on the base as soon as the new names of the patch exist, doing nothing, only asks
 * whether they are there (THREATS B1, B2).
 */
export const stubNewNames: Attempt = async (session, measured, red) => {
  const { byModule, exports } = await newInterface(session);
  const files = new Set(red.flatMap((pair) => filesOf(pair.id)));
  const { analysis } = session.ports;
  let asked = false;
  for (const file of files) {
    const source = (await session.trees.head.read(file))?.toString('utf8');
    const names =
      source === undefined ? [] : ((await analysis.namesUsed(file, source, 1, source.split('\n').length)) ?? []);
    if (names.some((name) => exports.has(name))) asked = true;
  }
  if (!asked) return nothingTried;
  const base = await session.evidenceBase();
  const edits = [];
  for (const [path, names] of byModule) {
    const source = (await base.read(path))?.toString('utf8');
    const stubbed = source === undefined ? undefined : await analysis.addStubs(path, source, names);
    if (stubbed !== undefined) edits.push({ path, content: stubbed });
  }
  if (edits.length === 0) return nothingTried;
  const tree = await session.trees.derive(base, edits, 'base + evidence + empty exports');
  const report = await session.run(tree, measured.command, {
    purpose: 'base with empty exports of the names that the patch adds',
    files: narrowedFiles(measured),
  });
  const green = red.filter(
    (pair) =>
      selectTests(report.tests, pair.ref).find((test) => testKey(test.id) === testKey(pair.id))?.status === 'passed',
  );
  return {
    problems: green.map(
      (pair) =>
        `${testLabel(pair.id)} passes on the base once ${[...exports].join(', ')} exists and does nothing: it asks for a name, not for behaviour`,
    ),
    tried: [{ what: `empty exports: ${[...exports].join(', ')}`, outcome: green.length > 0 ? 'passed' : 'still red' }],
  };
};
