import type { Manifest } from './manifest.js';

/** Text for `sh` that gives exactly these characters as one word. */
export function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/**
 * Shell text for what `npm run NAME -- ARGS` does in a package: its pre, own and post script, with the binaries of the
 * package and of the folders above it on PATH, and the variables that npm sets (the documentation of npm, "scripts"). Without npm
 * itself, which takes longer to start than many test suites. `depth`: folders between the package and the tree's root.
 */
export function scriptCommand(
  manifest: Manifest,
  name: string,
  args: readonly string[] = [],
  depth = 0,
): string | undefined {
  const own = manifest.scripts[name];
  if (own === undefined) return undefined;
  const bins = Array.from({ length: depth + 1 }, (_, up) => `$PWD/${'../'.repeat(up)}node_modules/.bin`);
  const shared = {
    npm_command: name === 'test' ? 'test' : 'run-script',
    npm_package_name: manifest.name,
    npm_package_version: manifest.version,
  };
  const set = Object.entries(shared).map(([key, value]) => `${key}=${quote(value)}`);
  const steps = [`pre${name}`, name, `post${name}`].flatMap((step) => {
    const script = manifest.scripts[step];
    if (script === undefined) return [];
    const text = step === name && args.length > 0 ? `${script} ${args.map(quote).join(' ')}` : script;
    return [`npm_lifecycle_event=${quote(step)} npm_lifecycle_script=${quote(script)} sh -c ${quote(text)}`];
  });
  return `PATH="${bins.join(':')}:$PATH" INIT_CWD="$PWD" npm_package_json="$PWD/package.json" ${set.join(' ')}; export PATH INIT_CWD npm_package_json ${Object.keys(shared).join(' ')}; ${steps.join(' && ')}`;
}
