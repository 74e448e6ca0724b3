import type { Tree } from '../ports/tree.js';

export type Manifest = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A package.json of a tree; undefined where there is none, or where it cannot be read as an object. */
export async function readManifest(tree: Tree, path: string): Promise<Manifest | undefined> {
  const bytes = await tree.read(path);
  return bytes === undefined ? undefined : parseManifest(bytes.toString('utf8'));
}

export function parseManifest(text: string): Manifest | undefined {
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isRecord(data) ? data : undefined;
  } catch {
    // Not JSON: for the callers this is the same as a manifest without any field.
    return undefined;
  }
}

/** Fields in which runners and their tools keep configuration. */
const RUNNER_FIELDS = [
  'jest',
  'mocha',
  'ava',
  'tap',
  'vitest',
  'c8',
  'nyc',
  'babel',
  'tape',
  'xo',
  'standard',
  'eslintConfig',
];

const DEPENDENCY_FIELDS = [
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'optionalDependencies',
  'overrides',
  'resolutions',
  'workspaces',
  'bundledDependencies',
];

export const scriptsOf = (manifest: Manifest): Readonly<Record<string, string>> => {
  const scripts = manifest['scripts'];
  return isRecord(scripts)
    ? Object.fromEntries(
        Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};
};

const REFERENCE = /\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:--?[\w-]+\s+)*([\w:.-]+)/g;

/** The scripts that decide how tests, lint and type checks run: by name, by hook, and by reference from those. */
export function decidingScripts(manifest: Manifest): Readonly<Record<string, string>> {
  const scripts = scriptsOf(manifest);
  const names = new Set<string>();
  const visit = (name: string): void => {
    if (names.has(name) || scripts[name] === undefined) return;
    names.add(name);
    for (const hook of [`pre${name}`, `post${name}`]) visit(hook);
    for (const [, referenced] of scripts[name].matchAll(REFERENCE)) if (referenced !== undefined) visit(referenced);
  };
  for (const name of Object.keys(scripts)) {
    if (/^(pre|post)?(test|tests|lint|typecheck|type-check|types|check|verify|ci|coverage)(:|$)/.test(name))
      visit(name);
  }
  return Object.fromEntries([...names].sort().map((name) => [name, scripts[name] ?? '']));
}

/** What decides how tests run, of one manifest. */
export function runnerSections(manifest: Manifest): Readonly<Record<string, unknown>> {
  const fields = RUNNER_FIELDS.filter((field) => manifest[field] !== undefined).map(
    (field) => [field, manifest[field]] as const,
  );
  return { scripts: decidingScripts(manifest), ...Object.fromEntries(fields) };
}

/** The head's manifest with the scripts and runner configuration of the base. */
export function withRunnerSectionsOf(base: Manifest | undefined, head: Manifest): Manifest {
  const result: Record<string, unknown> = { ...head };
  for (const field of ['scripts', ...RUNNER_FIELDS]) {
    const value = base?.[field];
    if (value === undefined) delete result[field];
    else result[field] = value;
  }
  return result;
}

const stable = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? 'undefined';

export const sameData = (a: unknown, b: unknown): boolean => stable(a) === stable(b);

/** Names of the dependency fields that differ. */
export const changedDependencyFields = (base: Manifest | undefined, head: Manifest | undefined): readonly string[] =>
  DEPENDENCY_FIELDS.filter((field) => !sameData(base?.[field] ?? {}, head?.[field] ?? {}));
