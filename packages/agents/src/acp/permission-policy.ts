import type { PermissionOption, RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { isInside } from './inside.js';

export interface PermissionAnswer {
  readonly allowed: boolean;
  readonly why: string;
  readonly optionId: string | undefined;
}

/** Paths that a tool call names: its locations and diffs, and for a command every word that looks like a path. */
function pathsOf({ toolCall }: RequestPermissionRequest): readonly string[] {
  const named = (toolCall.locations ?? []).map(({ path }) => path);
  const diffs = (toolCall.content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : []));
  const words =
    toolCall.kind === 'execute'
      ? JSON.stringify(toolCall.rawInput ?? toolCall.title ?? '').split(/[\s"'`=:;|&<>()[\]{},\\]+/)
      : [];
  return [...named, ...diffs, ...words.filter((word) => /^(?:\/|~|\.\.(?:\/|$))|\/\.\.(?:\/|$)|^\$/.test(word))];
}

const choose = (options: readonly PermissionOption[], kinds: readonly PermissionOption['kind'][]): string | undefined =>
  kinds.map((kind) => options.find((option) => option.kind === kind)?.optionId).find((id) => id !== undefined);

/**
 * What stays inside of the tree is allowed, once; what names a place outside, or the network, is refused. The words of a
 * command are looked at and no more: an agent is a program of the user's own, and this is a policy, not a sandbox.
 */
export async function answerPermission(folder: string, request: RequestPermissionRequest): Promise<PermissionAnswer> {
  const refuse = (why: string): PermissionAnswer => ({
    allowed: false,
    why,
    optionId: choose(request.options, ['reject_once', 'reject_always']),
  });
  if (request.toolCall.kind === 'fetch') return refuse('it reaches for the network');
  const paths = pathsOf(request);
  for (const path of paths) {
    const inside = !/^[~$]/.test(path) && (await isInside(folder, path));
    if (!inside) return refuse(`${path} is outside of the tree`);
  }
  if (paths.length === 0 && ['edit', 'delete', 'move'].includes(request.toolCall.kind ?? ''))
    return refuse('it does not say which file it would change');
  const optionId = choose(request.options, ['allow_once', 'allow_always']);
  return optionId === undefined
    ? refuse('there is no way to allow it')
    : { allowed: true, why: 'inside of the tree', optionId };
}
