import { runPython } from './run-python.js';

/** `3.11.2`; undefined where Python sources can't be read on this machine (no `python3`, or older than 3.9). */
export async function pythonVersion(): Promise<string | undefined> {
  const script = 'import ast, sys; ast.unparse; print("%d.%d.%d" % sys.version_info[:3])';
  return (await runPython(['-c', script], ''))?.trim();
}
