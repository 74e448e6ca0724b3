/** Package name -> every locked version. */
export type Locked = ReadonlyMap<string, readonly string[]>;

type Reader = (text: string) => Iterable<readonly [name: string, version: string]>;

interface NpmEntry {
  readonly version?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, NpmEntry>>;
}

function* npmTree(dependencies: Readonly<Record<string, NpmEntry>>): Generator<readonly [string, string]> {
  for (const [name, entry] of Object.entries(dependencies)) {
    if (entry.version !== undefined) yield [name, entry.version];
    if (entry.dependencies) yield* npmTree(entry.dependencies);
  }
}

/** package-lock.json and npm-shrinkwrap.json: `packages` by folder (version 2 and 3), or nested `dependencies` (1). */
function* npm(text: string): Generator<readonly [string, string]> {
  const lock = JSON.parse(text) as {
    packages?: Readonly<Record<string, NpmEntry>>;
    dependencies?: Readonly<Record<string, NpmEntry>>;
  };
  if (!lock.packages) {
    yield* npmTree(lock.dependencies ?? {});
    return;
  }
  for (const [folder, entry] of Object.entries(lock.packages)) {
    const at = folder.lastIndexOf('node_modules/');
    if (at >= 0 && entry.version !== undefined && !entry.link)
      yield [folder.slice(at + 'node_modules/'.length), entry.version];
  }
}

/** pnpm-lock.yaml: keys below `packages`, such as `'@scope/name@1.2.3(peer@1)'` or `/name@1.2.3`. */
function* pnpm(text: string): Generator<readonly [string, string]> {
  let inside = false;
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) inside = line.startsWith('packages:');
    const match = inside ? /^ {2}'?\/?((?:@[^/@]+\/)?[^@'/]+)@(\d[^('":]*)/.exec(line) : null;
    if (match?.[1] !== undefined && match[2] !== undefined) yield [match[1], match[2]];
  }
}

/** yarn.lock, both generations: a header of `name@range` and an indented `version`. */
function* yarn(text: string): Generator<readonly [string, string]> {
  let name: string | undefined;
  for (const line of text.split('\n')) {
    const header = /^"?((?:@[^/@"]+\/)?[^@"\s#]+)@.*:\s*$/.exec(line);
    if (header) name = header[1];
    const version = /^ {2}version:? "?([^"\s]+)"?/.exec(line)?.[1];
    if (version !== undefined && name !== undefined) yield [name, version];
  }
}

/** poetry.lock and uv.lock: `[[package]]` with `name` and `version`. */
function* toml(text: string): Generator<readonly [string, string]> {
  for (const block of text.split(/^\[\[package\]\]\s*$/m).slice(1)) {
    const name = /^name = "([^"]+)"/m.exec(block)?.[1];
    const version = /^version = "([^"]+)"/m.exec(block)?.[1];
    if (name !== undefined && version !== undefined) yield [name, version];
  }
}

const READERS: Readonly<Record<string, Reader>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': pnpm,
  'yarn.lock': yarn,
  'poetry.lock': toml,
  'uv.lock': toml,
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What a lock file pins; undefined where its format is not known or it cannot be read. */
export function lockedVersions(path: string, text: string): Locked | undefined {
  const reader = READERS[nameOf(path)];
  if (!reader) return undefined;
  try {
    const versions = new Map<string, string[]>();
    for (const [name, version] of reader(text)) {
      const list = versions.get(name) ?? [];
      if (!list.includes(version)) list.push(version);
      versions.set(name, list);
    }
    return versions;
  } catch (error) {
    // A lock file that is no JSON pins nothing that could be trusted; the caller reports it as unreadable.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
