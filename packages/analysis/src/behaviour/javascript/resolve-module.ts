import { posix } from 'node:path';
import { packageEntries } from './entry-points.js';
import type { TreeSources } from '../tree-sources.js';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.jsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
  '.jsx': ['.tsx'],
};

interface Alias {
  readonly prefix: string;
  readonly suffix: string;
  readonly targets: readonly string[];
}

/** Finds the file of the tree that a specifier means; packages from outside the tree are undefined. */
export class ModuleResolver {
  private constructor(
    private readonly sources: TreeSources,
    /** Entry points of the packages of the tree, by name. */
    private readonly packages: ReadonlyMap<string, { readonly dir: string; readonly entries: readonly string[] }>,
    private readonly aliases: readonly Alias[],
  ) {}

  static async create(sources: TreeSources): Promise<ModuleResolver> {
    const packages = new Map<string, { dir: string; entries: readonly string[] }>();
    const aliases: Alias[] = [];
    for (const path of sources.paths) {
      if (posix.basename(path) === 'package.json' && !path.includes('node_modules/')) {
        const manifest = await sources.json(path);
        if (typeof manifest?.['name'] !== 'string') continue;
        const dir = posix.dirname(path);
        const entries = packageEntries(dir, manifest, sources.paths).map((entry) => entry.path);
        packages.set(manifest['name'], { dir, entries });
      } else if (/(?:^|\/)[tj]sconfig(?:\.base)?\.json$/.test(path)) {
        aliases.push(...(await aliasesOf(path, sources)));
      }
    }
    return new ModuleResolver(sources, packages, aliases);
  }

  resolve(specifier: string, from: string): string | undefined {
    if (/^\.{1,2}(?:\/|$)/.test(specifier)) return this.file(posix.join(posix.dirname(from), specifier));
    for (const alias of this.aliases) {
      if (!specifier.startsWith(alias.prefix) || !specifier.endsWith(alias.suffix)) continue;
      const middle = specifier.slice(alias.prefix.length, specifier.length - alias.suffix.length);
      for (const target of alias.targets) {
        const found = this.file(target.replace('*', middle));
        if (found !== undefined) return found;
      }
    }
    const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
    const found = this.packages.get(name);
    if (found === undefined) return undefined;
    return rest === ''
      ? found.entries[0]
      : (this.file(posix.join(found.dir, rest)) ?? this.file(posix.join(found.dir, 'src', rest)));
  }

  private file(path: string): string | undefined {
    const { paths } = this.sources;
    const plain = posix.normalize(path).replace(/\/$/, '');
    if (paths.has(plain) && /\.\w+$/.test(plain)) return plain;
    const extension = posix.extname(plain);
    for (const ending of WRITTEN_AS[extension] ?? []) {
      const written = plain.slice(0, -extension.length) + ending;
      if (paths.has(written)) return written;
    }
    return (
      [
        ...ENDINGS.map((ending) => plain + ending),
        ...ENDINGS.map((ending) => posix.join(plain, `index${ending}`)),
      ].find((candidate) => paths.has(candidate)) ?? this.folder(plain)
    );
  }

  /** A folder with a manifest of its own: `require('..')`. */
  private folder(path: string): string | undefined {
    for (const { dir, entries } of this.packages.values()) {
      if (posix.normalize(dir) === path || (dir === '.' && path === '.')) return entries[0];
    }
    return undefined;
  }
}

async function aliasesOf(path: string, sources: TreeSources): Promise<Alias[]> {
  const text = await sources.read(path);
  // Comments and trailing commas are allowed there; strings with `//` in them (URLs) only occur in `$schema`.
  const plain = (text ?? '').replace(/"\$schema"[^\n]*\n/, '\n').replace(/\/\*[^]*?\*\/(?!\*)|(^|\s)\/\/.*$/gm, '$1');
  const block = /"paths"\s*:\s*(\{[^{}]*\})/.exec(plain)?.[1];
  if (block === undefined) return [];
  const base = /"baseUrl"\s*:\s*"([^"]+)"/.exec(plain)?.[1] ?? '.';
  const entries = [...block.matchAll(/"([^"]+)"\s*:\s*\[([^\]]*)\]/g)];
  return entries.map(([, pattern = '', targets = '']) => {
    const [prefix = '', suffix = ''] = pattern.split('*');
    const list = [...targets.matchAll(/"([^"]+)"/g)].map(([, target = '']) =>
      posix.join(posix.dirname(path), base, target),
    );
    return { prefix, suffix, targets: list };
  });
}
