import type { z } from 'zod';
import { InputError, type ErrorContext } from '../errors/chain-error.js';
import type { ErrorCode } from '../errors/error-codes.js';

const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text ? '.' : ''}${String(part)}`),
    '',
  );

/** The innermost issue of a union says more than `Invalid input`. */
function deepest(
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
): { path: readonly PropertyKey[]; message: string } {
  const here = [...path, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return { path: here, message: issue.message };
  const branches = issue.errors.flatMap((errors) => errors.slice(0, 1)).map((inner) => deepest(inner, here));
  const longest = branches.reduce((best, next) => (next.path.length > best.path.length ? next : best));
  return longest.path.length > here.length
    ? longest
    : { path: here, message: [...new Set(branches.map((branch) => branch.message))].join(', or: ') };
}

/** Holds data against a schema. Throws `InputError` that names file, field and remedy. */
export function validate<S extends z.ZodType>(
  schema: S,
  data: unknown,
  what: string,
  context: { readonly file?: string | undefined; readonly code?: ErrorCode; readonly remedy?: string },
): z.output<S> {
  const result = schema.safeParse(data);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) => deepest(issue, []));
  const first = problems[0] ?? { path: [], message: 'does not fit' };
  const field = pathText(first.path);
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  const shown: ErrorContext = {
    file: context.file,
    field: field === '' ? undefined : field,
    remedy: context.remedy ?? `\`tec schema ${what.split(' ').at(-1) ?? ''}\` prints the JSON Schema`,
    details: problems.map((problem) => ({ field: pathText(problem.path), message: problem.message })),
  };
  throw new InputError(
    context.code ?? 'input/schema',
    `The ${what} does not fit its schema: ${field === '' ? '' : `${field}: `}${first.message}${more}`,
    shown,
  );
}
