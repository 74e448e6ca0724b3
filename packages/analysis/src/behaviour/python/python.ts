import type { AssetRun } from '../running/run-asset.js';
import type { Language } from '../code-base.js';
import { isPython } from '../file-roles.js';
import { pythonPrinter, READABLE_PYTHON } from '../arguments/print-arg.js';
import { PythonCode } from './python-code.js';
import { TreeSources } from '../tree-sources.js';

/** Python: its files are read by Python itself, in the sandbox too. */
export function pythonIn(place: Omit<AssetRun, 'tree' | 'command' | 'input'>): Language {
  return {
    name: 'python',
    isSource: isPython,
    open: async (tree) => PythonCode.create(await TreeSources.open(tree), place),
    printer: pythonPrinter,
    readable: READABLE_PYTHON,
  };
}
