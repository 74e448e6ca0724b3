import { createHash } from 'node:crypto';
import {
  FileRoles,
  findSetupFiles,
  testLabel,
  type BuildRequest,
  type TestReport,
  type WorkTree,
} from '@typed-evidence-chain/core';
import { quote } from '../prompt/quote.js';
import type { EditableTree } from './editable-tree.js';

export interface TestRunArguments {
  /** `work`: the files as they are now. `base`: the base with only the tests of the change laid over it. */
  readonly on: 'work' | 'base';
  readonly files: readonly string[];
}

/** What a run said, as it is kept and as the model reads it. Holds no times: a resumed run says the same again. */
interface BenchReport {
  readonly text: string;
  /** Tests that failed by an assertion or an error, not by being unable to load. */
  readonly red: readonly { readonly file: string; readonly title: string }[];
}

const MOST_LINES = 60;
const MOST_OUTPUT = 4000;

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

function describe(on: string, report: TestReport, mark: string): BenchReport {
  const red = report.tests.filter(
    ({ status, failure }) =>
      status === 'timed-out' || (status === 'failed' && (failure?.kind === 'assertion' || failure?.kind === 'error')),
  );
  const order = [...report.tests].sort((a, b) => Number(a.status === 'passed') - Number(b.status === 'passed'));
  const lines = order
    .slice(0, MOST_LINES)
    .map(
      ({ id, status, failure }) =>
        `${status}: ${testLabel(id)}${failure ? ` [${failure.kind}] ${failure.name}: ${failure.message.slice(0, 500)}` : ''}`,
    );
  const more = order.length > MOST_LINES ? [`… and ${order.length - MOST_LINES} more`] : [];
  const tail =
    report.outcome === 'ran' && red.length === 0
      ? []
      : [`output: ${report.output.slice(-MOST_OUTPUT).replace(/\d+(?:\.\d+)? ?ms\b/g, '… ms')}`];
  const head = `run on ${on}: ${report.outcome}${report.reason === '' ? '' : ` (${report.reason})`}; ${report.tests.length} tests, ${report.tests.filter((test) => test.status === 'passed').length} passed`;
  return {
    text: quote('TEST RUN', [head, ...lines, ...more, ...tail].join('\n'), mark),
    red: red.map(({ id }) => ({ file: id.file, title: id.title })),
  };
}

/** Runs the repository's tests in the sandbox and remembers which tests of the change were seen failing on the base. */
export class TestBench {
  private readonly seenRed = new Set<string>();
  private readonly roles: Promise<FileRoles>;
  private runs = 0;

  constructor(
    private readonly request: BuildRequest,
    private readonly work: WorkTree,
    private readonly files: EditableTree,
    private readonly mark: string,
  ) {
    this.roles = findSetupFiles(work.trees.base).then((setup) => new FileRoles(request.config.review.testFiles, setup));
  }

  async run({ on, files }: TestRunArguments): Promise<string> {
    const { request } = this;
    const roles = await this.roles;
    const tree = on === 'work' ? await this.files.tree() : await this.files.baseWith((path) => roles.isTest(path));
    this.runs += 1;
    const report = await request.steps.step<BenchReport>(
      `tests-${this.runs}`,
      { on, files, tree: tree.id },
      async () => {
        const { runner, discovery } = await request.ports();
        const { commands, sandbox } = request.config;
        const command = await discovery.test({
          tree: this.work.trees.base,
          configured: commands.test,
          forFile: files[0],
        });
        if (!command)
          return {
            text: 'The repository has no test command, and none is configured: tests cannot be run here.',
            red: [],
          };
        const done = await runner.run({
          trees: this.work.trees,
          tree,
          command,
          ...(files.length === 0 ? {} : { files }),
          limits: {
            timeoutMs: sandbox.timeoutSeconds * 1000,
            memoryMb: sandbox.memoryMb,
            pids: sandbox.pids,
            outputMb: sandbox.outputMb,
          },
          network: sandbox.network,
          signal: request.signal,
        });
        return describe(on, done, this.mark);
      },
    );
    request.progress({
      step: 'test-run',
      message: `${on}${files.length === 0 ? '' : ` ${files.join(' ')}`}: ${report.red.length} failing`,
      data: { on, files, failing: report.red.length },
    });
    if (on === 'base') for (const { file } of report.red) this.seenRed.add(await this.keyOf(file));
    return report.text;
  }

  /**
   * Undefined where a test that the change brings, as it is now, was seen failing on the base; else what is missing.
   * A test that was edited afterwards has to be seen failing again.
   */
  async missingReproduction(): Promise<string | undefined> {
    const roles = await this.roles;
    const tests = this.files.changedPaths().filter((path) => roles.isTest(path));
    if (tests.length === 0) return 'the change has no test that could reproduce the fault: write it first';
    for (const path of tests) if (this.seenRed.has(await this.keyOf(path))) return undefined;
    return `no test of the change (${tests.join(', ')}) was seen failing on the base as it is now: call run_tests with on = "base"; it must fail there by an assertion or by an error of the faulty code, not because something is missing`;
  }

  private async keyOf(file: string): Promise<string> {
    return `${file}\0${hash((await this.files.read(file)) ?? '')}`;
  }
}
