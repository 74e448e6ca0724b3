import type { CodeLocation } from '../../../build/submission.js';
import type { FileRole, FileRoles } from '../../files/roles.js';
import { normalisePath } from '../../measure/select-tests.js';
import type { CodeAnalysis, LineKind } from '../../ports/code-analysis.js';
import type { FileChange, Patch, Tree } from '../../ports/tree.js';

/** What a location turned out to be. `witness`: a changed line that does something. */
export interface JudgedLocation {
  readonly location: CodeLocation;
  readonly verdict: 'witness' | 'context' | 'invalid';
  readonly reason: string;
}

export interface LocationContext {
  readonly head: Tree;
  readonly patch: Patch;
  readonly roles: FileRoles;
  readonly analysis: CodeAnalysis;
}

/** What a criterion may be about besides code; read from its words. */
export interface CriterionSubject {
  readonly docs: boolean;
  readonly types: boolean;
  readonly tests: boolean;
  readonly configuration: boolean;
  /** Its words, for the names of types in them. */
  readonly text?: string;
}

/** Files of notes, as they are spelled: in small letters these are words like all others. */
const NOTES = /\b(CHANGES|HISTORY|NEWS|UPGRADING|MIGRATION)\b/;

const has = (text: string, pattern: RegExp): boolean => pattern.test(text);

export const subjectOf = (text: string): CriterionSubject => ({
  text,
  docs:
    has(
      text,
      /\b(readme|docs?|document(s|ed|ation)?|change[- ]?log|release[- ]notes?|guide|manual|comments?|jsdoc|docstrings?|example)\b/i,
    ) || has(text, NOTES),
  types: has(text, /\b(types?|typings?|typed|declarations?|interface|d\.ts|generics?|signature)\b/i),
  tests: has(text, /\b(tests?|tested|spec|coverage)\b/i),
  configuration: has(
    text,
    /\b(config(uration)?|package\.json|manifest|workflow|ci|script|dependenc(y|ies)|lint|build|version|bundle)\b/i,
  ),
});

const DECLARES_TYPE = /^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface|type)\s+([A-Za-z_$][\w$]*)/;

/** Whether a criterion names the type around a line: by a name that is no plain word, or as code. */
function namesTypeAt(text: string, lines: readonly string[], line: number): boolean {
  for (let at = Math.min(line, lines.length); at >= 1; at -= 1) {
    const source = lines[at - 1] ?? '';
    const name = DECLARES_TYPE.exec(source)?.[1];
    if (name !== undefined)
      return /[a-z\d][A-Z]/.test(name) ? new RegExp(`\\b${name}\\b`).test(text) : text.includes(`\`${name}\``);
    // The end of what stands before: the line is in no type.
    if (at < line && /^\S/.test(source)) return false;
  }
  return false;
}

const SPEAKS_OF_IMPORTS =
  /\b(?:imports?|imported|importing|re-?exports?|requires?|required|requiring|loads?|loaded)\b/i;
const SPECIFIER = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"]+)\1|^\s*(?:from|import)\s+([\w.]+)/g;
/** A name that is no plain word: `node:fs`, `@scope/name`, `./utils.js`, `date-fns`. */
const IS_TELLING = /[^\w]/;

/**
 * Whether a criterion asks for the import of a line: it speaks of imports, and names the module as the line does, or the
 * scheme that the line brings (`node:`). A plain word (`fs`) has to stand there as code.
 */
function asksForImport(text: string, line: string): boolean {
  if (!SPEAKS_OF_IMPORTS.test(text)) return false;
  return [...line.matchAll(SPECIFIER)].some(([, , quoted, bare]) => {
    const specifier = quoted ?? bare ?? '';
    const scheme = /^[a-z]+:/.exec(specifier)?.[0];
    const names = [specifier, ...(scheme === undefined ? [] : [scheme])];
    return names.some((name) =>
      IS_TELLING.test(name)
        ? text.split(/[\s,;()"'`]+/).some((word) => word.replace(/\.$/, '') === name)
        : text.includes(`\`${name}\``),
    );
  });
}

const lineRange = ({ line, endLine }: CodeLocation): readonly number[] =>
  Array.from({ length: Math.max(1, (endLine ?? line) - line + 1) }, (_, index) => line + index);

/** Lines of the head that a change added; for lines that it only removed, the two neighbours of the gap. */
export function isChangedLine(change: FileChange, line: number): boolean {
  if (change.hunks.length === 0) return true; // a rename, a copy or a mode change touches the file as a whole
  return change.hunks.some((hunk) =>
    hunk.newLines > 0
      ? line >= hunk.newStart && line < hunk.newStart + hunk.newLines
      : line === hunk.newStart || line === hunk.newStart + 1,
  );
}

const COMMENT_START = /^\s*(\/\/|#(?!!)|\/\*|\*|--|<!--)/;

function doesSomething(kind: LineKind, role: FileRole, subject: CriterionSubject, line: string): boolean {
  if (role === 'docs') return subject.docs && kind !== 'blank';
  if (role === 'test') return subject.tests && (kind === 'code' || kind === 'declaration' || kind === 'text');
  if (role === 'lock' || role === 'generated') return false;
  if (kind === 'code' || kind === 'declaration' || kind === 'export') return true;
  if (kind === 'type') return subject.types;
  if (kind === 'import') return asksForImport(subject.text ?? '', line);
  if (kind === 'comment') return subject.docs;
  // A file in a language that is not read: anything but a blank or a comment.
  if (kind === 'text') return line.trim() !== '' && (!COMMENT_START.test(line) || role === 'manifest');
  return false;
}

const MAX_SPAN = 200;

/** Holds one location against the head and the change. */
export async function judgeLocation(
  location: CodeLocation,
  subject: CriterionSubject,
  context: LocationContext,
): Promise<JudgedLocation> {
  const path = normalisePath(location.file);
  const invalid = (reason: string): JudgedLocation => ({ location, verdict: 'invalid', reason });
  const content = await context.head.read(path);
  if (content === undefined) return invalid(`there is no file ${path} at the head`);
  const source = content.toString('utf8');
  const lines = source.split('\n');
  const count = source.endsWith('\n') ? lines.length - 1 : lines.length;
  const last = location.endLine ?? location.line;
  if (last < location.line) return invalid(`${path}:${location.line}-${last} is no range`);
  if (last > count) return invalid(`${path} has ${count} lines, not ${last}`);
  if (last - location.line > MAX_SPAN) return invalid(`${path}:${location.line}-${last} is too wide to say anything`);
  const change = context.patch.files.find((file) => file.path === path && file.status !== 'deleted');
  const changed = change ? lineRange(location).filter((line) => isChangedLine(change, line)) : [];
  if (changed.length === 0)
    return { location, verdict: 'context', reason: `${path}:${location.line} is not part of the change` };
  const kinds = (await context.analysis.lineKinds(path, source)) ?? lines.map((): LineKind => 'text');
  const role = context.roles.of(path);
  const hit = changed.some((line) => {
    const kind = kinds[line - 1] ?? 'blank';
    const types = subject.types || (kind === 'type' && namesTypeAt(subject.text ?? '', lines, line));
    return doesSomething(kind, role, { ...subject, types }, lines[line - 1] ?? '');
  });
  if (hit) return { location, verdict: 'witness', reason: `${path}:${location.line}` };
  const what =
    role === 'production' || role === 'test-config'
      ? `a line of ${kinds[(changed[0] ?? 1) - 1] ?? 'blank'}`
      : `in a file of ${role}`;
  return { location, verdict: 'context', reason: `${path}:${location.line} is ${what}` };
}
