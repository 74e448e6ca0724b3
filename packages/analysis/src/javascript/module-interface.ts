import type { ModuleInterface } from '@typed-evidence-chain/core';
import { commonJsExports } from './interface/commonjs-exports.js';
import { declarationsOf } from './interface/declarations.js';
import { esExports } from './interface/es-exports.js';
import { OfferedNames } from './interface/offered-names.js';
import { parameterReads } from './interface/parameter-reads.js';
import { signaturesOf } from './interface/signature.js';
import type { JavaScriptSource } from './parse.js';
import type { Print } from './print.js';
import { keyName, walk, type Node } from './syntax.js';

/** Members of interfaces and type literals: the keys of options whose parameter has a named type. */
function typeMembers(program: Node): string[] {
  const names: string[] = [];
  walk(program, (node) => {
    if (node.type !== 'TSPropertySignature' && node.type !== 'TSMethodSignature') return;
    const name = keyName(node.key, node.computed ?? false);
    if (name !== undefined) names.push(name);
  });
  return names;
}

export function javaScriptModuleInterface(source: JavaScriptSource, print: Print): ModuleInterface {
  const { program } = source.file;
  const declarations = declarationsOf(program);
  const exported = [...esExports(program, declarations), ...commonJsExports(program, declarations)];
  const names = new OfferedNames(declarations);
  const signatures: Record<string, string> = {};
  for (const { name, value } of exported) {
    if (!name.startsWith('* from ')) names.names.add(name);
    if (!value) continue;
    names.offer(value);
    for (const [subject, text] of signaturesOf(name, value, declarations, print)) signatures[subject] = text;
  }
  return {
    exports: [...new Set(exported.map(({ name }) => name))].sort(),
    signatures,
    names: [...new Set([...names.names, ...parameterReads(program), ...typeMembers(program)])].sort(),
  };
}
