import { createChain } from '@typed-evidence-chain/chain';
import { describePlugin } from '@typed-evidence-chain/core/testing';
import plugin from 'tec-plugin-performance';
import { benchmark, fast, program, task } from './suite/unique.js';

const file = 'bench/unique.mjs';
const evidence = { benchmark: { command: `node ${file}`, factor: 3 } };
const change = { 'src/unique.js': fast, [file]: benchmark };
const honest = { base: program, task, change, evidence };

describePlugin(
  plugin,
  {
    routes: [
      { name: 'a slow function', reason: 'the text is about how long it takes', task: { ...task, labels: [] } },
      {
        name: 'a task with its label',
        reason: 'the label decides by itself',
        task: { title: 'unique', labels: ['perf'] },
      },
      {
        name: 'a wish for something else',
        reason: 'nothing in it is about time',
        task: { title: 'Add a search over notes' },
        to: 'elsewhere',
      },
    ],
    malformed: [
      {
        name: 'no factor',
        reason: 'without a claim there is nothing to hold it to',
        evidence: { benchmark: { command: 'node bench.mjs' } },
      },
      {
        name: 'a factor of one',
        reason: 'as fast as before is no change',
        evidence: { benchmark: { command: 'node bench.mjs', factor: 1 } },
      },
    ],
    accepts: [
      {
        ...honest,
        name: 'a linear algorithm for a quadratic one',
        reason: 'the ratio is far above the claimed factor',
      },
    ],
    rejects: [
      {
        ...honest,
        name: 'the same algorithm in other words',
        reason: 'no time is saved',
        check: 'performance/faster-on-head',
        change: {
          ...change,
          'src/unique.js': program['src/unique.js'].replace(
            'found.includes(value)',
            'found.some((other) => other === value)',
          ),
        },
      },
      {
        ...honest,
        name: 'a claim that is too high',
        reason: 'faster it is, but not a hundred thousand times',
        check: 'performance/faster-on-head',
        evidence: { benchmark: { ...evidence.benchmark, factor: 100_000 } },
      },
      {
        ...honest,
        name: 'a benchmark that breaks on the head',
        reason: 'a program that gives up early is fast',
        check: 'performance/benchmark-runs',
        also: ['tests/no-regression'],
        change: { ...change, 'src/unique.js': 'export function unique(values) {\n  return values.slice(0, 1);\n}\n' },
      },
      {
        ...honest,
        name: 'a benchmark of something else',
        reason: 'it never runs the changed label, and does not become faster',
        check: 'performance/runs-change',
        also: ['performance/faster-on-head'],
        change: {
          [file]: benchmark,
          'src/label.js': "export function label(values) {\n  return `${values.join(', ')}`;\n}\n",
        },
      },
    ],
  },
  { createChain },
);
