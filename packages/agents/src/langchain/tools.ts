import type { WorkTree } from '@typed-evidence-chain/core';
import * as z from 'zod';
import { quote } from '../prompt/quote.js';
import { ToolFault, treePath, type EditableTree } from './editable-tree.js';
import { submitArguments, type SubmissionDesk } from './submission-desk.js';
import type { TestBench } from './test-bench.js';

/** A tool before it is bound to a library. */
export interface BuilderTool {
  readonly name: string;
  readonly description: string;
  readonly schema: z.ZodObject;
  readonly run: (args: never) => Promise<string>;
}

export interface ToolParts {
  readonly work: WorkTree;
  readonly files: EditableTree;
  readonly bench: TestBench;
  readonly desk: SubmissionDesk;
  readonly evidence: z.ZodType;
  /** Marks quotations of repository text. */
  readonly mark: string;
}

const MOST_PATHS = 500;
const MOST_HITS = 100;
const MOST_LINES = 600;
const LONGEST_LINE = 1000;

const path = z.string().describe('relative to the root of the repository');

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

const tool = <S extends z.ZodObject>(
  name: string,
  description: string,
  schema: S,
  run: (args: z.output<S>) => Promise<string>,
): BuilderTool => ({ name, description, schema, run });

async function textOf(files: EditableTree, given: string): Promise<string> {
  const text = await files.read(treePath(given));
  if (text === undefined) throw new ToolFault(`There is no file ${given}`);
  if (text.includes('\0')) throw new ToolFault(`${given} is no text file`);
  return text;
}

function numbered(text: string, from: number): string {
  const lines = text.split('\n');
  const shown = lines
    .slice(from - 1, from - 1 + MOST_LINES)
    .map((line, index) => `${from + index}\t${line.slice(0, LONGEST_LINE)}`);
  const rest = lines.length - (from - 1) - shown.length;
  return [...shown, ...(rest > 0 ? [`… ${rest} more lines; ask for them with "from"`] : [])].join('\n');
}

/** Every tool of the builder, bound to the task's own tree. There is no shell and no network among them. */
export function builderTools({ work, files, bench, desk, evidence, mark }: ToolParts): readonly BuilderTool[] {
  return [
    tool(
      'list_files',
      'Lists the files of the repository.',
      z.object({ under: z.string().optional().describe('a folder') }),
      async ({ under }) => {
        const folder =
          under === undefined || under === '' || under === '.' ? '' : `${treePath(under.replace(/\/+$/, ''))}/`;
        const found = (await files.paths()).filter((name) => name.startsWith(folder));
        return quote(
          'FILES',
          [
            ...found.slice(0, MOST_PATHS),
            ...(found.length > MOST_PATHS ? [`… and ${found.length - MOST_PATHS} more`] : []),
          ].join('\n'),
          mark,
        );
      },
    ),
    tool(
      'read_file',
      'Reads a file, with line numbers.',
      z.object({ path, from: z.number().int().positive().optional() }),
      async (args) =>
        quote(`FILE ${treePath(args.path)}`, numbered(await textOf(files, args.path), args.from ?? 1), mark),
    ),
    tool(
      'search',
      'Finds a text (no pattern) in all files.',
      z.object({ text: z.string().min(1), under: z.string().optional() }),
      async ({ text, under }) => {
        const hits: string[] = [];
        for (const name of await files.paths()) {
          if (under !== undefined && !name.startsWith(under.replace(/^\.\//, ''))) continue;
          const content = await files.read(name).catch((error: unknown) => {
            // Links and submodules have no text to search.
            if (error instanceof ToolFault) return undefined;
            throw error;
          });
          if (content === undefined || content.includes('\0') || !content.includes(text)) continue;
          content.split('\n').forEach((line, index) => {
            if (hits.length < MOST_HITS && line.includes(text))
              hits.push(`${name}:${index + 1}: ${line.slice(0, 200)}`);
          });
          if (hits.length >= MOST_HITS) break;
        }
        return quote('HITS', hits.length === 0 ? '(none)' : hits.join('\n'), mark);
      },
    ),
    tool(
      'edit_file',
      'Replaces a text in a file. "old" has to be there exactly once, with its white space; give enough of its surroundings.',
      z.object({ path, old: z.string().min(1), new: z.string() }),
      async (args) => {
        const text = await textOf(files, args.path);
        const found = count(text, args.old);
        if (found !== 1)
          throw new ToolFault(
            found === 0
              ? `"old" is not in ${args.path}: read the file again`
              : `"old" is ${found} times in ${args.path}: give more of its surroundings`,
          );
        const at = text.indexOf(args.old);
        await files.write(treePath(args.path), text.slice(0, at) + args.new + text.slice(at + args.old.length));
        return `${args.path} was edited.`;
      },
    ),
    tool('create_file', 'Creates a new file.', z.object({ path, content: z.string() }), async (args) => {
      const name = treePath(args.path);
      if ((await files.paths()).includes(name)) throw new ToolFault(`${name} is there already: use edit_file`);
      await files.write(name, args.content);
      return `${name} was created.`;
    }),
    tool('delete_file', 'Deletes a file.', z.object({ path }), async (args) => {
      await files.remove(treePath(args.path));
      return `${args.path} was deleted.`;
    }),
    tool(
      'run_tests',
      'Runs the tests of the repository in a sandbox. on = "work": your files as they are now. on = "base": the base commit with only your test files laid over it; a reproduction has to fail there.',
      z.object({
        on: z.enum(['work', 'base']).default('work'),
        files: z.array(z.string()).default([]).describe('test files; none: all'),
      }),
      async (args) => bench.run({ on: args.on, files: args.files.map(treePath) }),
    ),
    tool('show_diff', 'Shows your change from the base as a patch.', z.object({}), async () => {
      const patch = (await work.diff(await files.tree())).toString('utf8');
      return quote('DIFF', patch === '' ? '(nothing was changed)' : patch.slice(0, 60_000), mark);
    }),
    tool(
      'submit',
      'Hands the change over. It ends your work when it is taken.',
      submitArguments(evidence),
      async (args) => desk.submit(args),
    ),
  ];
}
