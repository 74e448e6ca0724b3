import { readFile } from 'node:fs/promises';
import { builtInPlugins, createChain } from '@typed-evidence-chain/chain';

const [repository = '.', patchFile = 'fix.patch', submissionFile = 'submission.json'] = process.argv.slice(2);
const task = {
  title: 'clamp does not lower a value that is too high',
  labels: ['bug'],
  acceptanceCriteria: ['clamp(11, 0, 10) is 10'],
};

const chain = createChain({ plugins: builtInPlugins });
chain.on('check.finished', ({ check }) => console.error(`${check.status.padEnd(12)} ${check.id}: ${check.summary}`));

const result = await chain.run(task, {
  repository,
  change: { patch: await readFile(patchFile) },
  submission: JSON.parse(await readFile(submissionFile, 'utf8')),
});

// The type of the evidence follows from the plugins: no cast, no `any`.
if (result.type === 'BUG') console.log(`${result.evidence?.reproduction.tests.length ?? 0} reproduction tests`);
console.log([result.verdict, ...result.reasons].join('\n'));
process.exitCode = result.verdict === 'DONE' ? 0 : 1;
