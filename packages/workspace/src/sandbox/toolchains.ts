import { accessSync, constants, existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from './mount-info.js';

/** The programs that PATH names, as a sandbox shows them. */
export interface Toolchains {
  /** Folders and files of the host outside of the system's own folders, each shown read-only at the same path. */
  readonly roots: readonly string[];
  /** The search path inside. */
  readonly path: readonly string[];
  /** What version managers need in order to find themselves while HOME is elsewhere. */
  readonly env: Readonly<Record<string, string>>;
}

/** Folders whose content is the system's: shown as a whole, never searched for toolchains. */
export const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/etc',
  '/nix',
  '/gnu',
];

/** A path below these is private to each run, or must not be seen. */
const NEVER = ['/tmp', '/proc', '/sys', '/dev', '/run', '/var/run', '/tec'];

const SYSTEM_PATH = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Where version managers keep themselves: variable and usual place below the home folder. */
const MANAGERS: readonly (readonly [variable: string, below: string])[] = [
  ['PYENV_ROOT', '.pyenv'],
  ['RBENV_ROOT', '.rbenv'],
  ['NODENV_ROOT', '.nodenv'],
  ['GOENV_ROOT', '.goenv'],
  ['RUSTUP_HOME', '.rustup'],
  ['VOLTA_HOME', '.volta'],
  ['NVM_DIR', '.nvm'],
  ['ASDF_DIR', '.asdf'],
  ['ASDF_DATA_DIR', '.asdf'],
  ['MISE_DATA_DIR', '.local/share/mise'],
  ['SDKMAN_DIR', '.sdkman'],
  ['COREPACK_HOME', '.cache/node/corepack'],
  ['JAVA_HOME', ''],
  ['GOROOT', ''],
];

/** Folders below the home folder that hold programs and never a password: shown when a program on PATH leads there. */
const PROGRAM_STORES = [
  '.local/share/uv/python',
  '.local/share/uv/tools',
  '.local/share/pipx/venvs',
  '.local/pipx/venvs',
  '.local/share/fnm',
  '.local/share/pnpm',
  '.local/share/mise',
  '.local/lib',
];

/** A folder that this user may read. */
function isDirectory(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    // Whatever the reason, there is nothing in it to show: PATH often names folders that are not there.
    return false;
  }
}

/**
 * The smallest folder that has to be visible for the programs in `bin` to work. A prefix such as `~/.nvm/versions/node/v20`
 * is shown as a whole; a home folder, `~/.local` or `~/.cargo` never is, as credentials lie beside the programs.
 */
function toolchainRoot(bin: string, home: string, managers: readonly string[]): string {
  const manager = managers.find((root) => isWithin(bin, root));
  if (manager !== undefined) return manager;
  const store = PROGRAM_STORES.map((path) => join(home, path)).find((path) => isWithin(bin, path));
  if (store !== undefined) return store;
  const prefix = dirname(bin);
  const mayShowPrefix =
    (basename(bin) === 'bin' || basename(bin) === 'shims') &&
    prefix !== '/' &&
    !isWithin(home, prefix) &&
    !/\/\.(local|cargo|config|npm|bun|deno)$/.test(prefix);
  const looksInstalled = ['lib', 'libexec', 'conda-meta', 'shims'].some((name) => isDirectory(join(prefix, name)));
  return mayShowPrefix && looksInstalled ? prefix : bin;
}

/** Where the symbolic links in a folder of programs lead, as folders. */
function linkedFolders(bin: string): string[] {
  const found = new Set<string>();
  for (const entry of readdirSync(bin, { withFileTypes: true }).slice(0, 500)) {
    const path = join(bin, entry.name);
    if (entry.isSymbolicLink() && existsSync(path)) found.add(dirname(realpathSync(path)));
  }
  return [...found];
}

/** Reads the host's PATH and the usual variables of version managers. Nothing is executed; `never` is never shown. */
export function findToolchains(
  hostEnv: NodeJS.ProcessEnv,
  execPath = process.execPath,
  never: readonly string[] = NEVER,
): Toolchains {
  const home = hostEnv.HOME ?? homedir();
  const isSystem = (path: string) => SYSTEM_FOLDERS.some((folder) => isWithin(path, folder));
  const isShowable = (path: string) =>
    path !== '/' && !isWithin(home, path) && !never.some((folder) => isWithin(path, folder)) && existsSync(path);

  const managed = MANAGERS.map(([variable, below]) => {
    const place = hostEnv[variable] || (below === '' ? '' : join(home, below));
    return { variable, place: place !== '' && isAbsolute(place) ? resolve(place) : '' };
  }).filter(({ place }) => place !== '' && isShowable(place));
  const managers = managed.map(({ place }) => place);

  const path: string[] = [];
  const roots = new Set<string>();
  const show = (bin: string, follow: boolean): void => {
    const root = toolchainRoot(bin, home, managers);
    if (!isShowable(root)) return;
    roots.add(root);
    if (!follow || root !== bin) return;
    for (const folder of linkedFolders(bin)) if (!isSystem(folder) && isShowable(folder)) show(folder, false);
  };
  const visit = (entry: string): void => {
    // A dependency's programs are not a toolchain; they come with the tree.
    if (!isAbsolute(entry) || entry.split('/').includes('node_modules')) return;
    if (isSystem(resolve(entry))) {
      path.push(resolve(entry));
      return;
    }
    if (!isDirectory(entry)) return;
    const bin = realpathSync(entry);
    if (isSystem(bin)) path.push(bin);
    else if (isShowable(bin)) {
      path.push(bin);
      show(bin, true);
    }
  };
  for (const entry of (hostEnv.PATH ?? '').split(':')) visit(entry);
  // tec may have been started by the full name of a node that PATH does not know.
  if (!path.some((folder) => existsSync(join(folder, 'node')))) visit(dirname(realpathSync(execPath)));
  for (const entry of SYSTEM_PATH) visit(entry);

  // The programs that rustup and corepack put on PATH are nothing without what they fetched before.
  for (const [program, variable] of [
    ['rustup', 'RUSTUP_HOME'],
    ['corepack', 'COREPACK_HOME'],
  ]) {
    const place = managed.find((manager) => manager.variable === variable)?.place;
    if (place !== undefined && path.some((folder) => existsSync(join(folder, program ?? '')))) roots.add(place);
  }

  const shown = [...roots].filter((root) => ![...roots].some((other) => other !== root && isWithin(root, other)));
  const env = managed.filter(({ place }) => isSystem(place) || shown.some((root) => isWithin(place, root)));
  return {
    roots: shown.toSorted(),
    path: [...new Set(path)].filter((folder) => existsSync(folder)),
    env: Object.fromEntries(env.map(({ variable, place }) => [variable, place])),
  };
}
