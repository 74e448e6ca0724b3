import { InputError } from '../errors/chain-error.js';
import { parseData, type DocumentFormat } from '../documents/parse-data.js';
import { fencedBlock, listEntries, parseMarkdown, type MarkdownSection } from '../documents/markdown.js';
import { validate } from '../documents/validate.js';
import { submissionSchema, type RawSubmission } from './submission.js';

const STATUS = /\b(DONE|BLOCKED|NEEDS_REVIEW)\b/;
/** `- AC1: covered, src/a.js:12, src/b.js:3-5`, `- AC2: excluded: why` */
const AC_LINE = /^\**([^\s:*]+)\**\s*[:–-]\s*\**(covered|excluded|missing)\**\s*[:,–-]?\s*([\s\S]*)$/i;
const LOCATION = /`?([^\s,`():]+):(\d+)(?:-(\d+))?`?/g;

const section = (sections: readonly MarkdownSection[], title: string): MarkdownSection | undefined =>
  sections.find((candidate) => candidate.title.toLowerCase() === title.toLowerCase());

function acCoverage(part: MarkdownSection, file: string | undefined): unknown {
  const block = fencedBlock(part.tokens, ['json', 'yaml', 'yml']);
  if (block !== undefined) return parseData(block, 'yaml', file);
  return listEntries(part.tokens).map(({ text }) => {
    const line = AC_LINE.exec(text);
    if (!line) {
      throw new InputError('input/not-parsable', `Cannot read the line "${text.slice(0, 80)}" under "AC coverage"`, {
        file,
        field: 'acCoverage',
        remedy: 'Write `- AC1: covered, src/a.js:12` or `- AC2: excluded: why`',
      });
    }
    const [, criterion = '', status = '', rest = ''] = line;
    const locations = [...rest.matchAll(LOCATION)].map(([, path = '', from = '', to]) => ({
      file: path,
      line: Number(from),
      ...(to === undefined ? {} : { endLine: Number(to) }),
    }));
    const reason = rest.trim();
    return {
      criterion,
      status: status.toLowerCase(),
      locations,
      ...(reason !== '' && locations.length === 0 ? { reason } : {}),
    };
  });
}

/** A block as fenced JSON or YAML; without one, the list items are steps for people. */
function evidenceBlock(part: MarkdownSection, file: string | undefined): unknown {
  const block = fencedBlock(part.tokens, ['json', 'yaml', 'yml']);
  if (block !== undefined) return parseData(block, 'yaml', file);
  const steps = listEntries(part.tokens).map((entry) => entry.text);
  return { steps: steps.length > 0 ? steps : [part.text.trim()] };
}

const camelCase = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\s+evidence$/, '')
    .replace(/[^a-z0-9]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const KNOWN = new Set(['status', 'patch', 'ac coverage', 'summary', 'type', 'evidence']);

/**
 * Headings `### Status`, `### Patch`, `### AC coverage` and one heading for the evidence, such as `### Reproduction` or
 * `### Non-regression evidence`, which becomes the field `reproduction` or `nonRegression` of the evidence block.
 */
function fromMarkdown(text: string, file: string | undefined, type: string | undefined): unknown {
  const { sections, frontMatter } = parseMarkdown(text);
  const status = section(sections, 'Status');
  const patch = section(sections, 'Patch');
  const coverage = section(sections, 'AC coverage');
  const matter = frontMatter === undefined ? {} : ((parseData(frontMatter, 'yaml', file) ?? {}) as object);
  const declared = section(sections, 'Type')?.text.trim() ?? type;
  const whole = section(sections, 'Evidence');
  const blocks = sections.filter(
    (part) => part.depth >= 2 && !KNOWN.has(part.title.toLowerCase()) && part.text.trim() !== '',
  );
  const evidence = whole
    ? evidenceBlock(whole, file)
    : Object.fromEntries(blocks.map((part) => [camelCase(part.title), evidenceBlock(part, file)]));
  const patchText = patch ? fencedBlock(patch.tokens, ['diff', 'patch']) : undefined;
  return {
    ...(declared === undefined ? {} : { type: declared }),
    status: STATUS.exec(status?.text ?? '')?.[1],
    summary: section(sections, 'Summary')?.text.trim() ?? '',
    ...(patchText === undefined ? {} : { patch: `${patchText}\n` }),
    acCoverage: coverage ? acCoverage(coverage, file) : undefined,
    ...(whole !== undefined || blocks.length > 0 ? { evidence } : {}),
    ...matter,
  };
}

/**
 * Reads a submission; its evidence is held against the type's own schema later. `type` stands in where a Markdown
 * submission does not name one. Throws `InputError` that names file, field and remedy.
 */
export function parseSubmission(text: string, format: DocumentFormat, file?: string, type?: string): RawSubmission {
  const data = format === 'markdown' ? fromMarkdown(text, file, type) : parseData(text, format, file);
  return validate(submissionSchema, data, 'submission', { file });
}
