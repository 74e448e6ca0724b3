import { InputError } from '../errors/chain-error.js';
import { parseData, type DocumentFormat } from '../documents/parse-data.js';
import { listEntries, parseMarkdown } from '../documents/markdown.js';
import { validate } from '../documents/validate.js';
import { normaliseTask, taskSchema, type Task } from './task.js';

const CRITERIA_HEADING = /^acceptance criteria\b/i;
/** `AC1: text`, `**AC1** text`: an id that the author gave. */
const OWN_ID = /^\**([A-Z][A-Z0-9]*-?\d+)\**\s*[:.)–-]?\s+(\S[\s\S]*)$/;

/** Optional YAML front matter; first heading = title; list under "Acceptance criteria" = criteria; the rest = body. */
function fromMarkdown(text: string, file: string | undefined): unknown {
  const document = parseMarkdown(text);
  const matter = document.frontMatter === undefined ? {} : parseData(document.frontMatter, 'yaml', file);
  if (matter !== null && typeof matter !== 'object') {
    throw new InputError('input/not-parsable', 'The front matter is not a map of fields', {
      file,
      remedy: 'Write `key: value` lines',
    });
  }
  const [title, ...others] = document.sections;
  const criteria = others.find((section) => CRITERIA_HEADING.test(section.title));
  const rest = others.filter((section) => section !== criteria);
  const body = [
    document.preamble,
    title?.text ?? '',
    ...rest.map((section) => `${'#'.repeat(section.depth)} ${section.title}\n\n${section.text}`),
  ];
  const entries = criteria ? listEntries(criteria.tokens) : [];
  return {
    ...(title ? { title: title.title } : {}),
    body: body
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .join('\n\n'),
    acceptanceCriteria: entries.map(({ text: entry }) => {
      const own = OWN_ID.exec(entry);
      return own ? { id: own[1], text: own[2] } : entry;
    }),
    ...matter,
  };
}

/** Reads a task. Throws `InputError` that names file, field and remedy. */
export function parseTask(text: string, format: DocumentFormat, file?: string): Task {
  const data = format === 'markdown' ? fromMarkdown(text, file) : parseData(text, format, file);
  const task = normaliseTask(validate(taskSchema, data, 'task', { file }));
  const ids = task.acceptanceCriteria.map((criterion) => criterion.id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    throw new InputError('input/schema', `The acceptance criterion ${twice} is there twice`, {
      file,
      field: 'acceptanceCriteria',
      remedy: 'Give every criterion an id of its own',
    });
  }
  return task;
}
