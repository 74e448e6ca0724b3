import { expect } from 'chai';
import { honestBug } from '../support/build-bug.js';
import { modelRun } from '../support/model-run.js';
import {
  BUG_TASK,
  FEATURE_TASK,
  REFACTOR_TASK,
  sampleRepository,
  type SampleRepository,
} from '../support/sample-repository.js';

describe('a whole run with a model', () => {
  let repository: SampleRepository;
  beforeEach(() => {
    repository = sampleRepository();
  });
  afterEach(() => repository.remove());

  for (const provider of ['openai', 'anthropic'] as const) {
    it(`ends in DONE for a BUG that is reproduced and fixed (${provider})`, async () => {
      const { result, error, sent, events } = await modelRun(repository, BUG_TASK, honestBug, { provider });
      expect(error).to.equal(undefined);
      expect(result?.reasons).to.deep.equal([]);
      expect(result?.verdict).to.equal('DONE');
      expect(result?.rounds?.[0]?.usage).to.include({ tokens: 6 * 1050, steps: 6 });
      expect(sent).to.have.length(6);
      expect(JSON.stringify([result, events])).not.to.include('sk-scripted-secret');
      expect(repository.git('status', '--porcelain')).to.equal('');
    });
  }

  it('ends in DONE for a REFACTOR', async () => {
    const { result, error } = await modelRun(
      repository,
      REFACTOR_TASK,
      [
        {
          calls: [
            {
              name: 'edit_file',
              args: {
                path: 'src/range.js',
                old: '  let total = 0;\n  for (const value of values) total += value;\n  return total;',
                new: '  return values.reduce((total, value) => total + value, 0);',
              },
            },
          ],
        },
        {
          calls: [
            {
              name: 'submit',
              args: {
                status: 'DONE',
                summary: 'reduce',
                acCoverage: [{ criterion: 'AC1', status: 'covered', locations: [{ file: 'src/range.js', line: 9 }] }],
                evidence: { nonRegression: { tests: [{ file: 'test/sum.test.js' }] } },
              },
            },
          ],
        },
      ],
      { config: { review: { repeat: 2 } } },
    );
    expect(error).to.equal(undefined);
    expect(result?.reasons).to.deep.equal([]);
    expect(result?.verdict).to.equal('DONE');
  });

  it('ends in DONE for a FEATURE', async () => {
    const { result, error } = await modelRun(repository, FEATURE_TASK, [
      {
        calls: [
          {
            name: 'create_file',
            args: {
              path: 'src/product.js',
              content:
                'export function product(values) {\n  return values.reduce((total, value) => total * value, 1);\n}\n',
            },
          },
        ],
      },
      {
        calls: [
          {
            name: 'create_file',
            args: {
              path: 'test/product.test.js',
              content:
                "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { product } from '../src/product.js';\n\ntest('multiplies', () => assert.equal(product([2, 3]), 6));\n",
            },
          },
        ],
      },
      {
        calls: [
          {
            name: 'submit',
            args: {
              status: 'DONE',
              summary: 'product',
              acCoverage: [
                {
                  criterion: 'AC1',
                  status: 'covered',
                  locations: [{ file: 'src/product.js', line: 2 }],
                  tests: [{ file: 'test/product.test.js', name: 'multiplies' }],
                },
              ],
              evidence: null,
            },
          },
        ],
      },
    ]);
    expect(error).to.equal(undefined);
    expect(result?.reasons).to.deep.equal([]);
    expect(result?.verdict).to.equal('DONE');
  });
});
