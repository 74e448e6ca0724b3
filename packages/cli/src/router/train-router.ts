import { execFile } from 'node:child_process';
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
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import * as z from 'zod';
import type { RouterTrainFlags } from '../commands/router.js';
import { EXIT_DONE } from '../exit-codes.js';
import { loadConfig } from '../input/load-config.js';
import { loadPlugins } from '../input/load-plugins.js';
import { readGivenFile } from '../input/read-file.js';
import { plain } from '../output/marks.js';
import { writeGivenFile } from '../output/write-given-file.js';

const rowSchema = z.object({ title: z.string().min(1), body: z.string().optional(), type: z.string().min(1) });
const NEWEST = 20_000;
const NAMED_AT_MOST = 8;

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
  const messages = flags.fromGit === undefined ? [] : await commitMessages(flags.fromGit);
  const rules = await loadedRules(flags);
  const rows = flags.fromJsonl === undefined ? rowsFromCommits(rules, messages) : await labelledRows(flags.fromJsonl);
  sayWhatIsLeftOut(rows, rules);
  const habits = learnRepositoryHabits(rules, rows);
  const text = `${JSON.stringify(habits)}\n`;
  if (flags.out === undefined) process.stdout.write(text);
  else await writeGivenFile(flags.out, text);
  const learned = Object.keys(habits.types).length > 0;
  process.stderr.write(
    learned
      ? `learned from ${habits.rows} rows; put it into tec.config as router.habits\n`
      : `${habits.rows} rows of known types are too few to learn from (at least ${FEWEST_ROWS})\n`,
  );
  return EXIT_DONE;
}

/** The types of the configuration that the habits are for: of the repository, or of `--config`. */
async function loadedRules({ fromGit, config: file }: RouterTrainFlags): Promise<readonly TypeRule[]> {
  const repository = fromGit ?? process.cwd();
  const { config } =
    fromGit === undefined && file === undefined
      ? { config: undefined }
      : await loadConfig(new GitWorkspace(), repository, 'HEAD', file);
  const host = new PluginHost(createContainer());
  const { plugins, origins } = await loadPlugins(config?.plugins ?? [], repository);
  for (const plugin of plugins) host.add(plugin, origins.get(plugin));
  return host.list().map(({ plugin }) => ({ type: plugin.type, rule: plugin.rule }));
}

/** A label that no loaded type has is more often a slip of the pen than meant: it is named, and its rows teach nothing. */
function sayWhatIsLeftOut(rows: readonly LabelledRow[], rules: readonly TypeRule[]): void {
  const known = new Set(rules.map(({ type }) => type));
  const counts = new Map<string, number>();
  for (const { type } of rows) if (!known.has(type)) counts.set(type, (counts.get(type) ?? 0) + 1);
  if (counts.size === 0) return;
  const list = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, count]) => `${count} of ${plain(type.slice(0, 60))}`);
  const more = list.length > NAMED_AT_MOST ? ', …' : '';
  process.stderr.write(
    `left out, for no loaded plugin has the type: ${list.slice(0, NAMED_AT_MOST).join(', ')}${more}; loaded are ${[...known].join(', ')}\n`,
  );
}
