import type { ModuleInterface } from '@typed-evidence-chain/core';
import { classInterfaces } from './interface/class-interface.js';
import { commonJsExports } from './interface/commonjs-exports.js';
import { declarationsOf } from './interface/declarations.js';
import { esExports } from './interface/es-exports.js';
import { exportedTypes } from './interface/exported-types.js';
import { OfferedNames } from './interface/offered-names.js';
import { optionNames } from './interface/option-names.js';
import { signaturesOf } from './interface/signature.js';
import type { JavaScriptSource } from './parse.js';
import type { Print } from './print.js';

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
    names: [...new Set([...names.names, ...optionNames(program)])].sort(),
    types: exportedTypes(program),
    classes: classInterfaces(program, exported, declarations),
  };
}
