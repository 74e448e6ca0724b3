import type { Language } from '../code-base.js';
import { isScript } from '../file-roles.js';
import { ModuleGraph } from './module-graph.js';
import { jsPrinter, READABLE_JS } from '../arguments/print-arg.js';
import { TreeSources } from '../tree-sources.js';

/** JavaScript and TypeScript. */
export const javascript: Language = {
  name: 'javascript',
  isSource: isScript,
  open: async (tree) => ModuleGraph.create(await TreeSources.open(tree)),
  printer: jsPrinter,
  readable: READABLE_JS,
};
