import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PluginRouter } from '@typed-evidence-chain/chain';
import {
  createContainer,
  documentFormat,
  InputError,
  normaliseTask,
  parseData,
  parseTask,
  PluginHost,
  taskSchema,
  validate,
  type Classification,
  type Task,
} from '@typed-evidence-chain/core';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import type { ClassifyFlags } from '../commands/classify.js';
import { EXIT_DONE, EXIT_NEEDS_REVIEW } from '../exit-codes.js';
import { loadConfig } from '../input/load-config.js';
import { loadPlugins } from '../input/load-plugins.js';
import { readGivenFile } from '../input/read-file.js';
import { plain } from '../output/marks.js';
import { writeGivenFile } from '../output/write-given-file.js';
import { chainRouter } from '../run/chain-router.js';

/** A person decides where the router abstains: exit code 1, as for NEEDS_REVIEW. */
export async function runClassify(flags: ClassifyFlags): Promise<number> {
  if ((flags.task === undefined) === (flags.batch === undefined)) {
    throw new InputError('input/usage', 'classify takes either --task or --batch', { remedy: 'Give one of them' });
  }
  const router = await routerFor(flags);
  if (flags.batch !== undefined) return batch(flags.batch, router, flags);
  const file = flags.task ?? '';
  const task = parseTask((await readGivenFile(file, 'task')).toString('utf8'), documentFormat(file), file);
  const classification = await router(task);
  const json = `${JSON.stringify(classification, null, 2)}\n`;
  if (typeof flags.json === 'string') await writeGivenFile(flags.json, json);
  process.stdout.write(flags.json === true ? json : describe(classification, flags.explain === true));
  return classification.type === null ? EXIT_NEEDS_REVIEW : EXIT_DONE;
}

async function routerFor(flags: ClassifyFlags): Promise<(task: Task) => Promise<Classification>> {
  const repository = flags.repo ?? process.cwd();
  const { config } =
    flags.repo === undefined && flags.config === undefined
      ? { config: undefined }
      : await loadConfig(new GitWorkspace(), repository, 'HEAD', flags.config);
  const host = new PluginHost(createContainer());
  const { plugins, origins } = await loadPlugins(config?.plugins ?? [], repository);
  for (const plugin of plugins) host.add(plugin, origins.get(plugin));
  const router = (config && (await chainRouter(config, plugins, origins)).router) ?? new PluginRouter(host);
  const threshold = config?.router.threshold;
  return (task) => router.classify(task, threshold === undefined ? {} : { threshold });
}

async function batch(
  file: string,
  classify: (task: Task) => Promise<Classification>,
  flags: ClassifyFlags,
): Promise<number> {
  await readGivenFile(file, 'batch');
  const out: string[] = [];
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    number += 1;
    if (line.trim() === '') continue;
    const where = `${file}:${number}`;
    const row = parseData(line, 'json', where) as { readonly id?: unknown };
    const task = normaliseTask(validate(taskSchema, row, 'task', { file: where }));
    out.push(JSON.stringify({ id: typeof row.id === 'string' ? row.id : task.id, ...(await classify(task)) }));
  }
  const text = out.map((entry) => `${entry}\n`).join('');
  if (typeof flags.json === 'string') await writeGivenFile(flags.json, text);
  else process.stdout.write(text);
  return EXIT_DONE;
}

function describe(classification: Classification, explain: boolean): string {
  const { type, confidence, score, alternatives, abstained, composite, signals, decidedBy } = classification;
  const lines = [`${type ?? 'undecided'}  (${confidence}, ${score.toFixed(2)}, by ${decidedBy})`];
  if (abstained) lines.push(plain(abstained.message));
  for (const part of composite ?? []) lines.push(`  split: ${part.type}: ${plain(part.title)}`);
  if (alternatives.length > 0)
    lines.push(`alternatives: ${alternatives.map((other) => `${other.type} ${other.score.toFixed(2)}`).join(', ')}`);
  if (explain)
    for (const signal of signals)
      lines.push(
        `  ${signal.weight >= 0 ? '+' : ''}${signal.weight.toFixed(2)} ${signal.type}: ${plain(signal.reason)} (${signal.source})`,
      );
  return `${lines.join('\n')}\n`;
}
