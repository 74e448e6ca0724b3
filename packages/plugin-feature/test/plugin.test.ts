import { createChain } from '@typed-evidence-chain/chain';
import { describePlugin, locationOf } from '@typed-evidence-chain/core/testing';
import feature from '@typed-evidence-chain/plugin-feature';
import { idle, notes, presenceTest, searchable, searchTest, task } from './suite/notes.js';

const at = (text: string) => [locationOf({ 'src/notes.js': searchable }, 'src/notes.js', text)];
const file = 'test/search.test.js';
const find = {
  criterion: 'AC1',
  status: 'covered' as const,
  locations: at('entries.filter'),
  tests: [{ file, name: 'finds notes by a word' }],
};
const clear = {
  criterion: 'AC2',
  status: 'covered' as const,
  locations: at('entries.length = 0'),
  tests: [{ file, name: 'clears all notes' }],
};
const change = { 'src/notes.js': searchable, [file]: searchTest };
const honest = { base: notes, task, change, evidence: null, acCoverage: [find, clear] };

describePlugin(
  feature,
  {
    routes: [
      { name: 'a wish', reason: 'the text asks for something that is not there', task },
      {
        name: 'a task with the label of a feature',
        reason: 'the label decides by itself',
        task: { title: 'Search', labels: ['enhancement'] },
      },
      {
        name: 'a report of a crash',
        reason: 'something that exists is wrong',
        task: { title: 'all() crashes after clear', body: 'Steps to reproduce: clear, then all. Actual: TypeError.' },
        to: 'elsewhere',
      },
    ],
    malformed: [
      {
        name: 'a block of evidence',
        reason: 'the AC coverage is the evidence of this type',
        evidence: { reproduction: { tests: [] } },
      },
    ],
    accepts: [
      {
        ...honest,
        name: 'each criterion where it is implemented, with its test',
        reason: 'the tests fail without the change and run the located lines',
      },
      {
        ...honest,
        name: 'criteria without tests',
        reason: 'tests are asked for where they are claimed, and the lines are there',
        change: { 'src/notes.js': searchable },
        acCoverage: [
          { ...find, tests: [] },
          { ...clear, tests: [] },
        ],
      },
    ],
    rejects: [
      {
        ...honest,
        name: 'two criteria on one line',
        reason: 'one line cannot carry two criteria alone, and the test of the second does not need it',
        check: 'feature/criteria-located',
        also: ['feature/criteria-exercised'],
        acCoverage: [find, { ...clear, locations: find.locations }],
      },
      {
        ...honest,
        name: 'a criterion that is located in old code',
        reason: 'nothing of the change is at that line',
        check: 'feature/criteria-located',
        also: ['ac/locations'],
        acCoverage: [find, { ...clear, tests: [], locations: at('return [...entries]') }],
      },
      {
        ...honest,
        name: 'a test that shows nothing of the feature',
        reason: 'it passes without the change, too',
        check: 'feature/criteria-exercised',
        acCoverage: [find, { ...clear, tests: [{ file: 'test/notes.test.js', name: 'keeps notes in order' }] }],
      },
      {
        ...honest,
        name: 'a method that does nothing',
        reason: 'its head runs whenever the module is loaded',
        check: 'feature/criteria-located',
        change: { 'src/notes.js': idle },
        acCoverage: [
          { ...find, tests: [] },
          { ...clear, tests: [], locations: [locationOf({ 'src/notes.js': idle }, 'src/notes.js', 'clear()')] },
        ],
      },
      {
        ...honest,
        name: 'a test that only asks whether there is such a method',
        reason: 'it stays green when what the method does is taken out',
        check: 'feature/criteria-exercised',
        change: { ...change, [file]: presenceTest },
        acCoverage: [find, clear],
      },
      {
        ...honest,
        name: 'a criterion without a word',
        reason: 'every criterion has to be covered or excluded',
        check: 'ac/complete',
        acCoverage: [find],
      },
    ],
  },
  { createChain },
);
