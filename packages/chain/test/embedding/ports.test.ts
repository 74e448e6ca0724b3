import { createChain } from '@typed-evidence-chain/chain';
import {
  definePlugin,
  pass,
  Tokens,
  type BuilderBackend,
  type PluginBinding,
  type ReviewSession,
  type Sandbox,
  type TestReport,
  type TestRunner,
} from '@typed-evidence-chain/core';
import { scriptedBuilder, temporaryRepository, type TemporaryRepository } from '@typed-evidence-chain/core/testing';
import { expect } from 'chai';
import { injectable } from 'inversify';
import { z } from 'zod';

/** A plugin that runs one command by whatever runner the chain has. */
const running = (bindings: readonly PluginBinding[], type = 'RUNNING') =>
  definePlugin({
    type,
    rule: {},
    evidence: z.strictObject({}),
    bindings,
    builder: { instructions: 'run', failingTestFirst: false, evidenceFromChange: async () => ({}) },
    reviewer: {
      checks: [`${type.toLowerCase()}/ran`],
      review: async (_evidence: object, session: ReviewSession) => {
        const command = { text: 'true', cwd: '', source: 'plugin' };
        const report = await session.run(session.trees.head, command, { purpose: 'try' });
        return [pass(`${type.toLowerCase()}/ran`, `by ${report.runner}`)];
      },
    },
  });

const report: TestReport = {
  outcome: 'ran',
  reason: '',
  runner: 'a runner of the plugin',
  tests: [],
  process: { kind: 'exited', code: 0 },
  coverage: [],
  durationMs: 1,
  output: '',
};

@injectable()
class OwnRunner implements TestRunner {
  readonly run = async (): Promise<TestReport> => report;
}

const sandboxOf = (name: string, seen: string[]): Sandbox => ({
  name,
  guarantees: { filesystem: true, network: true, processes: true, loopback: true },
  run: async () => {
    seen.push(name);
    return {
      outcome: { kind: 'exited', code: 0 },
      stdout: Buffer.alloc(0),
      stderr: Buffer.alloc(0),
      truncated: false,
      durationMs: 1,
    };
  },
});

describe('a plugin that replaces a port by an explicit binding', () => {
  let repository: TemporaryRepository;
  let patch: string;
  before(async () => {
    repository = await temporaryRepository({ files: { 'a.txt': 'a\n' } });
    patch = await repository.patch({ 'a.txt': 'b\n' });
  });
  after(() => repository.remove());

  const submission = { type: 'RUNNING', status: 'DONE' as const, summary: '', acCoverage: [], evidence: {} };
  const review = (plugins: readonly unknown[]) =>
    createChain({ plugins, sandbox: 'none' }).run(
      { title: 'run' },
      { repository: repository.path, change: { patch }, type: 'RUNNING', submission },
    );
  const ran = (result: Awaited<ReturnType<typeof review>>): string | undefined =>
    result.checks.find(({ id }) => id === 'running/ran')?.summary;

  it('has its sandbox used for every run of the chain, and named in the report', async () => {
    const seen: string[] = [];
    const result = await review([
      running([{ token: Tokens.Sandbox, use: { value: sandboxOf('container', seen) }, replaces: true }]),
    ]);
    expect(seen).to.include('container');
    expect(result.sandbox.driver).to.equal('container');
  });

  it('has its runner used, built from a class', async () => {
    const result = await review([running([{ token: Tokens.TestRunner, use: { class: OwnRunner }, replaces: true }])]);
    expect(ran(result)).to.equal('by a runner of the plugin');
  });

  it('has its model asked where a run brings no change', async () => {
    const backend: BuilderBackend = scriptedBuilder([{ patch, submission }]);
    const chain = createChain({
      plugins: [
        running([
          { token: Tokens.BuilderBackend, use: { value: backend }, replaces: true },
          { token: Tokens.TestRunner, use: { class: OwnRunner }, replaces: true },
        ]),
      ],
      sandbox: 'none',
    });
    const result = await chain.run({ title: 'run' }, { repository: repository.path, type: 'RUNNING' });
    expect(result.submission?.builtBy).to.equal('scripted');
  });

  it('changes nothing without `replaces`: the service is its own', async () => {
    const result = await review([running([{ token: Tokens.TestRunner, use: { class: OwnRunner } }])]);
    expect(ran(result)).not.to.equal('by a runner of the plugin');
  });

  it('does not reach another chain of the same process', async () => {
    const bindings = [{ token: Tokens.TestRunner, use: { class: OwnRunner }, replaces: true }];
    const [one, other] = await Promise.all([review([running(bindings)]), review([running([])])]);
    expect(ran(one)).to.equal('by a runner of the plugin');
    expect(ran(other)).not.to.equal('by a runner of the plugin');
  });

  it('is refused where another plugin replaces the same port, with both names', () => {
    const bindings = [{ token: Tokens.Sandbox, use: { value: sandboxOf('x', []) }, replaces: true }];
    const plugins = [
      { ...running(bindings), name: 'one' },
      { ...running(bindings, 'OTHER'), name: 'two' },
    ];
    expect(() => createChain({ plugins })).to.throw(/one and two both replace Tokens\.Sandbox/);
  });

  it('is refused where it replaces what is no port', () => {
    const bindings = [{ token: Symbol('Sandbx'), use: { value: 1 }, replaces: true }];
    expect(() => createChain({ plugins: [running(bindings)] })).to.throw(/Symbol\(Sandbx\), which is no port/);
  });
});
