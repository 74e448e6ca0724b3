import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  Sandbox,
  SandboxPaths,
  SandboxResult,
  TestReport,
  TestRunner,
  TestRunRequest,
} from '@typed-evidence-chain/core';
import { EventChannel } from './channel/event-channel.js';
import { expandCommand } from './discovery/expand-command.js';
import { asGoJson } from './formats/parse-go-test.js';
import { readResultFile } from './coverage/read-result-file.js';
import { hooksFolder } from './injection/hooks-folder.js';
import { prepareChannelFolder } from './injection/prepare-channel-folder.js';
import { runEnvironment, shellCommand } from './injection/run-environment.js';
import { collectCoverage } from './coverage/collect-coverage.js';
import { readSession, type SessionRecord } from './report/session-record.js';
import { failureKind } from './report/failure.js';
import { relativeToTree } from './report/stack.js';
import { interpret, type Interpretation } from './report/interpret.js';

export interface InjectedTestRunnerOptions {
  /**
   * Name of a JUnit report that the configured command writes into the folder `$TEST_REPORTS`; read where no runner
   * reported by itself.
   */
  readonly junitFile?: string | undefined;
}

/** Characters of output kept for people. */
const OUTPUT_SHOWN = 20_000;

/**
 * Runs a test command as it is, with hooks from outside of the tree. Results come over signed events of the test
 * runner's own process, never from what is printed, so that any wrapper around the runner works.
 */
export class InjectedTestRunner implements TestRunner {
  readonly #sandbox: Sandbox;
  readonly #junitFile: string | undefined;

  constructor(sandbox: Sandbox, options: InjectedTestRunnerOptions = {}) {
    this.#sandbox = sandbox;
    this.#junitFile = options.junitFile;
  }

  readonly run = async (request: TestRunRequest): Promise<TestReport> => {
    const folder = await mkdtemp(join(request.trees.scratch, 'run-'));
    try {
      return await this.#run(request, folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  async #run(request: TestRunRequest, folder: string): Promise<TestReport> {
    const { tree, trees, command, limits, signal, network } = request;
    const channelFolder = join(folder, 'channel');
    const out = join(folder, 'out');
    await Promise.all([mkdir(channelFolder), mkdir(out)]);
    await prepareChannelFolder(channelFolder, (request.coverage ?? []).length > 0);
    const expanded = await expandCommand(command, tree, trees.dependencies);
    const goText = asGoJson(expanded);
    const text = goText ?? expanded;
    const channel = await EventChannel.open(channelFolder);
    let root = '';
    const injected = {
      channel: channelFolder,
      files: request.files ?? [],
      coverage: request.coverage ?? [],
      coverageOf: (request.coverageOf ?? []).map(({ file, title }) => ({ file, title })),
    };
    const finished = await this.#sandbox
      .run({
        tree,
        dependencies: trees.dependencies,
        command: (paths: SandboxPaths) => {
          root = paths.tree;
          return shellCommand(text, paths, command.cwd);
        },
        env: (paths) => ({
          ...runEnvironment(injected, paths),
          ...(this.#junitFile === undefined ? {} : { TEST_REPORTS: paths.out ?? '' }),
        }),
        cwd: command.cwd,
        mounts: { channel: channelFolder, hooks: hooksFolder },
        out,
        limits,
        ...(network === undefined ? {} : { network }),
        signal,
      })
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ error }),
      );
    const decoder = await channel.close();
    if ('error' in finished) throw finished.error;
    const { result } = finished;
    const records = decoder.sessions.filter((session) => session.events.length > 0).map(readSession);
    const { coverage, problems } = await collectCoverage(records, injected, out, root, tree);
    const interpretation = interpret(records, [...decoder.problems, ...problems], result.outcome, root);
    const printed = await this.#printedResults(records, interpretation, result, {
      out,
      root,
      isGo: goText !== undefined,
    });
    const settled = printed ?? interpretation;
    // The shell names the program on its last line.
    const said = settled.outcome === 'not-started' ? result.stderr.toString('utf8').trim().split('\n').at(-1) : '';
    return {
      ...settled,
      reason: said ? `${settled.reason}: ${said.slice(0, 300)}` : settled.reason,
      process: result.outcome,
      coverage,
      durationMs: result.durationMs,
      output: Buffer.concat([result.stdout, result.stderr]).toString('utf8').slice(-OUTPUT_SHOWN),
    };
  }

  /** Results of runners that no hook knows: a JUnit report, or what was printed. */
  async #printedResults(
    records: readonly SessionRecord[],
    interpretation: Interpretation,
    result: SandboxResult,
    run: { readonly out: string; readonly root: string; readonly isGo: boolean },
  ): Promise<Interpretation | undefined> {
    if (interpretation.outcome !== 'ran') return undefined;
    const scripts = records.filter(({ kind }) => kind === 'script' || kind === 'host');
    // A script with a TAP library of its own says no more to the hooks than whether it failed.
    const uncaught = records.flatMap((record) => record.uncaught);
    const isScript =
      interpretation.runner === 'script' &&
      uncaught.every(({ isCaught, error }) => isCaught && failureKind(error, 'test') !== 'load');
    if (interpretation.runner !== 'exit-code' && !isScript) return undefined;
    const script = scripts.length === 1 ? scripts[0]?.main : undefined;
    const file = script === undefined ? '' : relativeToTree(run.root, script);
    const junit = await this.#junitResults(run.out, result);
    // The parsers are loaded by the first run that prints its results.
    const { printedResults } = await import('./formats/printed-results.js');
    const told = junit ?? printedResults(result, run.isGo, file);
    // Code under test can listen too, and swallow what a test throws: an error that no test fails by is not explained.
    const failures = told?.outcome === 'ran' ? told.tests.filter(({ status }) => status !== 'passed') : [];
    return uncaught.length > failures.length ? undefined : told;
  }

  async #junitResults(out: string, result: SandboxResult): Promise<Interpretation | undefined> {
    if (this.#junitFile === undefined || result.outcome.kind !== 'exited') return undefined;
    const xml = await readResultFile(out, this.#junitFile);
    if (xml === undefined) return undefined;
    const [{ parseJUnit }, { agree }] = await Promise.all([
      import('./formats/parse-junit.js'),
      import('./formats/printed-results.js'),
    ]);
    const tests = parseJUnit(xml.toString('utf8'));
    return tests === undefined ? undefined : agree('junit', tests, result.outcome.code, '');
  }
}
