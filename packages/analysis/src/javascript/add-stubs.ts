import { commonJsExports, isExportsObject } from './interface/commonjs-exports.js';
import { declarationsOf } from './interface/declarations.js';
import { esExports } from './interface/es-exports.js';
import type { JavaScriptSource } from './parse.js';
import { walk, type Node } from './syntax.js';

type Style = 'es' | 'commonjs' | 'export-equals';

function styleOf({ file, extension }: JavaScriptSource): Style {
  const { body } = file.program;
  if (body.some((one) => one.type === 'TSExportAssignment')) return 'export-equals';
  if (body.some((one) => one.type.startsWith('Export') || one.type === 'ImportDeclaration')) return 'es';
  if (extension === '.mjs' || extension === '.mts') return 'es';
  let requires = false;
  walk(file.program, (node) => {
    requires ||= isExportsObject(node) || (node.type === 'Identifier' && node.name === 'require');
  });
  if (requires || extension === '.cjs' || extension === '.cts') return 'commonjs';
  return extension === '.ts' || extension === '.tsx' || extension === '.jsx' ? 'es' : 'commonjs';
}

function isIdentifierName(name: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name);
}

/** A name for a helper that the text does not hold yet. */
function freeName(text: string, wanted: string): string {
  let name = `stub_${wanted}`;
  while (text.includes(name)) name += '_';
  return name;
}

function exportAssignmentTarget(program: Node): string | undefined {
  let target: string | undefined;
  walk(program, (node) => {
    if (node.type === 'TSExportAssignment' && node.expression.type === 'Identifier') target = node.expression.name;
  });
  return target;
}

/**
 * Appends an export for each name that the module lacks: what the module itself declares under that name and keeps to
 * itself, otherwise a function that does nothing. Names that no export can have are left out.
 */
export function addJavaScriptStubs(source: JavaScriptSource, names: readonly string[]): string {
  const { program } = source.file;
  const declarations = declarationsOf(program);
  const present = new Set(
    [...esExports(program, declarations), ...commonJsExports(program, declarations)].map(({ name }) => name),
  );
  const topLevel = new Set<string>();
  for (const statement of program.body) {
    if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
      if (statement.id) topLevel.add(statement.id.name);
    } else if (statement.type === 'VariableDeclaration') {
      for (const one of statement.declarations) if (one.id.type === 'Identifier') topLevel.add(one.id.name);
    }
  }
  const style = styleOf(source);
  const typed = source.typed;
  const call = typed ? '(..._args: any[]): any {}' : '() {}';
  const missing = [...new Set(names)].filter((name) => isIdentifierName(name) && !present.has(name));
  const target = style === 'export-equals' ? exportAssignmentTarget(program) : undefined;

  const stub = (name: string): string => {
    if (style === 'es') {
      if (name === 'default') return `export default function ${call}`;
      if (topLevel.has(name)) return `export { ${name} };`;
      const helper = freeName(source.text, name);
      return `function ${helper}${call}\nexport { ${helper} as ${name} };`;
    }
    const value = topLevel.has(name) ? name : `function ${call}`;
    const owner = target === undefined ? 'module.exports' : typed ? `;(${target} as any)` : target;
    return `${owner}.${name} = ${value};`;
  };

  if (missing.length === 0) return source.byteOrderMark + source.text;
  const lineEnd = source.text.includes('\r\n') ? '\r\n' : '\n';
  const appended = missing.flatMap((name) => stub(name).split('\n'));
  return `${source.byteOrderMark}${source.text}${lineEnd}${appended.join(lineEnd)}${lineEnd}`;
}
