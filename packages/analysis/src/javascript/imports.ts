import { literalText, requiredSpecifier } from './import-statement.js';
import type { JavaScriptSource } from './parse.js';
import { walk } from './syntax.js';

/** Specifiers as written, each once, in the order of the text; those of type-only imports, too. */
export function javaScriptImports(source: JavaScriptSource): string[] {
  const found = new Set<string>();
  walk(source.file.program, (node) => {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
        found.add(node.source.value);
        break;
      case 'ExportNamedDeclaration':
        if (node.source) found.add(node.source.value);
        break;
      case 'TSExternalModuleReference':
        found.add(node.expression.value);
        break;
      case 'TSImportType': {
        const specifier = literalText(node.argument);
        if (specifier !== undefined) found.add(specifier);
        break;
      }
      case 'CallExpression': {
        const specifier = requiredSpecifier(node);
        if (specifier !== undefined) found.add(specifier);
        break;
      }
      default:
    }
  });
  return [...found];
}
