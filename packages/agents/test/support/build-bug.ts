import type { Answer } from './scripted-model.js';
import { RANGE_TEST } from './sample-repository.js';

export const submitBug = (more: object = {}): Answer => ({
  calls: [
    {
      name: 'submit',
      args: {
        status: 'DONE',
        summary: 'include the end',
        acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/range.js', line: 4 }] }],
        evidence: { reproduction: { tests: [{ file: 'test/range.test.js', name: 'includes the end' }] } },
        ...more,
      },
    },
  ],
});

export const writeTest: Answer = {
  calls: [{ name: 'create_file', args: { path: 'test/range.test.js', content: RANGE_TEST } }],
};
export const runOnBase: Answer = {
  calls: [{ name: 'run_tests', args: { on: 'base', files: ['test/range.test.js'] } }],
};
export const fix: Answer = {
  calls: [{ name: 'edit_file', args: { path: 'src/range.js', old: 'i < end', new: 'i <= end' } }],
};
export const runOnWork: Answer = { calls: [{ name: 'run_tests', args: { on: 'work', files: [] } }] };

/** How an honest builder works. */
export const honestBug: readonly Answer[] = [
  {
    calls: [
      { name: 'list_files', args: {} },
      { name: 'read_file', args: { path: 'src/range.js' } },
    ],
  },
  writeTest,
  runOnBase,
  fix,
  runOnWork,
  submitBug(),
];
