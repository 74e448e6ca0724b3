import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import Table from 'cli-table3';
import { RepositoryCommands } from '@typed-evidence-chain/chain';
import { ChainError, InputError, type ReviewTrees, type TestCommand } from '@typed-evidence-chain/core';
import { describeRunner } from '@typed-evidence-chain/runners';
import { GitWorkspace, probeSandboxes } from '@typed-evidence-chain/workspace';
import type { CommonFlags } from '../commands/common-flags.js';
import { EXIT_COULD_NOT_RUN, EXIT_DONE } from '../exit-codes.js';
import { loadConfig } from '../input/load-config.js';

interface Row {
  readonly what: string;
  readonly ok: boolean;
  readonly found: string;
}

const run = promisify(execFile);

async function versionOf(what: string, command: string, args: readonly string[], needed: boolean): Promise<Row> {
  try {
    const { stdout, stderr } = await run(command, [...args], { timeout: 10_000 });
    return { what, ok: true, found: (stdout || stderr).trim().split('\n')[0] ?? '' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return {
      what,
      ok: !needed,
      found: code === 'ENOENT' ? 'not installed' : `does not answer: ${(error as Error).message.split('\n')[0] ?? ''}`,
    };
  }
}

async function sandboxes(): Promise<readonly Row[]> {
  return (await probeSandboxes()).map((probe) => ({
    what: `sandbox ${probe.driver}`,
    ok: probe.driver === 'none' ? true : probe.works,
    found:
      probe.driver === 'none'
        ? 'isolates nothing; only when asked for'
        : probe.works
          ? `works${probe.guarantees?.loopback === false ? '; without a loopback interface inside' : ''}`
          : probe.reason,
  }));
}

const describeCommand = (what: string, command: TestCommand | undefined, extra = ''): Row => ({
  what,
  ok: true,
  found: command
    ? `${command.text}  (${command.source}${command.cwd === '' ? '' : `, in ${command.cwd}`})${extra}`
    : 'none: such checks are N/A',
});

async function repository(folder: string, file: string | undefined): Promise<readonly Row[]> {
  const workspace = new GitWorkspace();
  let trees: ReviewTrees | undefined;
  try {
    const base = await workspace.resolveBase({ repository: folder });
    const { config, source } = await loadConfig(workspace, folder, base, file);
    trees = (await workspace.workTree({ repository: folder, base })).trees;
    const commands = new RepositoryCommands();
    const test = await commands.test({ tree: trees.base, configured: config.commands.test });
    const runner = test && (await describeRunner(test.text, trees.base, test.cwd));
    return [
      { what: 'repository', ok: true, found: `base ${base.slice(0, 12)}` },
      { what: 'configuration', ok: true, found: source ?? 'none: the defaults apply' },
      describeCommand('test', test),
      ...(runner ? [{ what: 'runner', ok: true, found: `${runner.runner}: ${runner.results}` }] : []),
      describeCommand('lint', await commands.lint({ tree: trees.base, configured: config.commands.lint })),
      describeCommand(
        'typecheck',
        await commands.typecheck({ tree: trees.base, configured: config.commands.typecheck }),
      ),
      {
        what: 'dependencies',
        ok: true,
        found: trees.dependencies.map((entry) => entry.path).join(', ') || 'none installed in this checkout',
      },
      {
        what: 'prepare',
        ok: true,
        found: config.commands.prepare ?? 'not configured: a patch that changes dependencies cannot be run',
      },
    ];
  } catch (error) {
    if (error instanceof InputError) return [{ what: 'repository', ok: true, found: error.message }];
    if (error instanceof ChainError) return [{ what: 'repository', ok: false, found: error.message }];
    throw error;
  } finally {
    await trees?.close();
  }
}

/** Says what would be run and with what; exit code 3 where no review could be made here. */
export async function runDoctor(flags: CommonFlags & { readonly repo: string }): Promise<number> {
  const swept = await new GitWorkspace().sweep();
  const rows: Row[] = [
    { what: 'node', ok: true, found: process.version },
    await versionOf('git', 'git', ['--version'], true),
    ...(await sandboxes()),
    await versionOf('python', 'python3', ['--version'], false),
    await versionOf('pytest', 'python3', ['-m', 'pytest', '--version'], false),
    await versionOf('go', 'go', ['version'], false),
    ...['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_API_KEY'].map((name) => ({
      what: `model key ${name}`,
      ok: true,
      found: process.env[name] ? 'set' : 'not set',
    })),
    ...(swept.length > 0
      ? [{ what: 'left over', ok: true, found: `removed ${swept.length} folder(s) of crashed reviews` }]
      : []),
    ...(await repository(flags.repo, flags.config)),
  ];
  const works =
    rows.some((row) => row.what.startsWith('sandbox') && row.what !== 'sandbox none' && row.ok) &&
    rows.every((row) => row.ok || row.what.startsWith('sandbox'));
  const json = `${JSON.stringify({ schema: 'tec/doctor/v1', works, rows }, null, 2)}\n`;
  if (typeof flags.json === 'string') await writeFile(flags.json, json);
  if (flags.json === true) process.stdout.write(json);
  else {
    const table = new Table({
      head: ['', 'what', 'found'],
      colWidths: [3, 26, Math.max(50, (process.stdout.columns ?? 120) - 34)],
      wordWrap: true,
      style: { head: [], border: [] },
    });
    for (const row of rows) table.push([row.ok ? '✔' : '✖', row.what, row.found]);
    process.stdout.write(`${table.toString()}\n`);
  }
  return works ? EXIT_DONE : EXIT_COULD_NOT_RUN;
}
