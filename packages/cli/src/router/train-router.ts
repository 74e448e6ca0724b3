import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import {
  createContainer,
  FEWEST_ROWS,
  InputError,
  learnRepositoryHabits,
  parseData,
  PluginHost,
  rowsFromCommits,
  validate,
  type LabelledRow,
  type TypeRule,
} from '@typed-evidence-chain/core';
import { z } from 'zod';
import type { RouterTrainFlags } from '../commands/router.js';
import { EXIT_DONE } from '../exit-codes.js';
import { loadPlugins } from '../input/load-plugins.js';
import { readGivenFile } from '../input/read-file.js';

const rowSchema = z.object({ title: z.string().min(1), body: z.string().optional(), type: z.string().min(1) });
const NEWEST = 20_000;

/** Whole messages of the newest commits; git's own configuration and hooks take no part in `log`. */
async function commitMessages(folder: string): Promise<readonly string[]> {
  try {
    const args = ['-C', folder, 'log', '--no-merges', `--max-count=${NEWEST}`, '--format=%B%x00'];
    const { stdout } = await promisify(execFile)('git', args, { maxBuffer: 256 << 20 });
    return stdout.split('\0').map((message) => message.trim());
  } catch (cause) {
    throw new InputError('input/not-a-repository', `The history of ${folder} cannot be read`, {
      file: folder,
      remedy: 'Name the folder of a git repository with commits',
      cause,
    });
  }
}

async function labelledRows(file: string): Promise<readonly LabelledRow[]> {
  const lines = (await readGivenFile(file, 'training')).toString('utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${file}:${index + 1}`;
    const { title, body, type } = validate(rowSchema, parseData(line, 'json', where), 'training row', {
      file: where,
      remedy: 'Write {"title": "…", "body": "…", "type": "BUG"} on each line',
    });
    return [{ title, type, ...(body === undefined ? {} : { body }) }];
  });
}

/** Learns from a history or from labelled rows; the JSON goes to stdout or to a file, what it was made of to stderr. */
export async function trainRouter(flags: RouterTrainFlags): Promise<number> {
  if ((flags.fromGit === undefined) === (flags.fromJsonl === undefined)) {
    throw new InputError('input/usage', 'router train takes either --from-git or --from-jsonl', {
      remedy: 'Give one of them',
    });
  }
  const host = new PluginHost(createContainer());
  const { plugins, origins } = await loadPlugins([], flags.fromGit ?? process.cwd());
  for (const plugin of plugins) host.add(plugin, origins.get(plugin));
  const rules: TypeRule[] = host.list().map(({ plugin }) => ({ type: plugin.type, rule: plugin.rule }));
  const rows =
    flags.fromJsonl === undefined
      ? rowsFromCommits(rules, await commitMessages(flags.fromGit ?? '.'))
      : await labelledRows(flags.fromJsonl);
  const habits = learnRepositoryHabits(rules, rows);
  const text = `${JSON.stringify(habits)}\n`;
  if (flags.out === undefined) process.stdout.write(text);
  else await writeFile(flags.out, text);
  const learned = Object.keys(habits.types).length > 0;
  process.stderr.write(
    learned
      ? `learned from ${habits.rows} rows; put it into tec.config as router.habits\n`
      : `${habits.rows} rows of known types are too few to learn from (at least ${FEWEST_ROWS})\n`,
  );
  return EXIT_DONE;
}
