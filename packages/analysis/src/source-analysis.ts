import type {
  CodeAnalysis,
  CodeAsks,
  CodeOffers,
  ExpectationFlip,
  FunctionQuery,
  FunctionsAt,
  LineKind,
  ModuleInterface,
  ModuleScope,
  RunnerMarker,
  TestSurface,
} from '@typed-evidence-chain/core';
import { extensionOf, isDeclarationFile, languageOf } from './language.js';
import { LineIndex } from './line-index.js';
import { Recent } from './recent.js';
import { remembered } from './remembered.js';
import type { JavaScriptSource } from './javascript/parse.js';
import { askPython } from './python/run-python.js';

/** Kinds of lines that a file of declarations has in form only. */
const DOES_SOMETHING: ReadonlySet<LineKind> = new Set(['code', 'declaration', 'export']);

/** Both sides of a few changed files. */
const RECENT_SOURCES = 12;

/**
 * Reads JavaScript and TypeScript with Babel and Python with Python's own `ast`. Nothing of that is loaded before the
 * first source of the language comes.
 */
export class SourceAnalysis implements CodeAnalysis {
  readonly #parsed = new Recent<Promise<JavaScriptSource | undefined>>(RECENT_SOURCES);

  readonly isCode = (path: string): boolean => languageOf(path) !== undefined;

  readonly lineKinds = remembered(async (path: string, source: string): Promise<readonly LineKind[] | undefined> => {
    // The mark alone is a line to git; the parsers see nothing behind it.
    if (source === '\uFEFF') return ['blank'];
    switch (languageOf(path)) {
      case 'javascript':
        return readable(async () => {
          const { parseJavaScript } = await import('./javascript/parse.js');
          const { javaScriptLineKinds } = await import('./javascript/line-kinds.js');
          const parsed = await parseJavaScript(path, source, { tokens: true });
          const kinds = parsed && javaScriptLineKinds(parsed);
          return isDeclarationFile(path) ? kinds?.map((kind) => (DOES_SOMETHING.has(kind) ? 'type' : kind)) : kinds;
        });
      case 'python':
        return (await askPython({ operation: 'lineKinds', source })) as LineKind[] | undefined;
      default: {
        const lines = new LineIndex(source);
        return Array.from({ length: lines.count }, (_, index) => (lines.isBlank(index + 1) ? 'blank' : 'text'));
      }
    }
  });

  readonly sameCode = async (path: string, before: string, after: string): Promise<boolean | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'sameCode', source: before, after })) as boolean | undefined;
    }
    return this.javaScript(path, before, async (parsed) => {
      const { isSameJavaScript } = await import('./javascript/same-code.js');
      const other = await this.parse(path, after);
      return other && (isDeclarationFile(path) || isSameJavaScript(parsed, other));
    });
  };

  readonly moduleInterface = remembered(async (path: string, source: string): Promise<ModuleInterface | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'moduleInterface', source, path })) as ModuleInterface | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptModuleInterface } = await import('./javascript/module-interface.js');
      const { createPrinter } = await import('./javascript/print.js');
      return javaScriptModuleInterface(parsed, await createPrinter());
    });
  });

  readonly testSurface = remembered(async (path: string, source: string): Promise<TestSurface | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'testSurface', source })) as TestSurface | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptTestSurface } = await import('./javascript/test-surface.js');
      const { createPrinter } = await import('./javascript/print.js');
      return javaScriptTestSurface(parsed, await createPrinter());
    });
  });

  readonly flipExpectation = async (
    path: string,
    source: string,
    line: number,
  ): Promise<ExpectationFlip | undefined> => {
    const flip =
      languageOf(path) === 'python'
        ? ((await askPython({ operation: 'flipExpectation', source, line })) as ExpectationFlip | null | undefined)
        : await this.javaScript(path, source, async (parsed) => {
            const { flipJavaScriptExpectation } = await import('./javascript/flip-expectation.js');
            return flipJavaScriptExpectation(parsed, line);
          });
    return flip ?? undefined;
  };

  readonly reprint = remembered(async (path: string, source: string): Promise<string | undefined> => {
    switch (languageOf(path)) {
      case 'javascript':
        return readable(async () => {
          const { reprintJavaScript } = await import('./javascript/reprint.js');
          return reprintJavaScript(path, source);
        });
      case 'python':
        return ((await askPython({ operation: 'reprint', source })) as string | null | undefined) ?? undefined;
      default:
        return undefined;
    }
  });

  readonly addStubs = async (path: string, source: string, names: readonly string[]): Promise<string | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'addStubs', source, names })) as string | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { addJavaScriptStubs } = await import('./javascript/add-stubs.js');
      return addJavaScriptStubs(parsed, names);
    });
  };

  readonly namesUsed = async (
    path: string,
    source: string,
    fromLine: number,
    toLine: number,
  ): Promise<readonly string[] | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'namesUsed', source, fromLine, toLine })) as string[] | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptNamesUsed } = await import('./javascript/names-used.js');
      return javaScriptNamesUsed(parsed, fromLine, toLine);
    });
  };

  readonly imports = remembered(async (path: string, source: string): Promise<readonly string[] | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'imports', source })) as string[] | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptImports } = await import('./javascript/imports.js');
      return javaScriptImports(parsed);
    });
  });

  readonly functionsAt = async (
    path: string,
    source: string,
    query: FunctionQuery,
  ): Promise<FunctionsAt | undefined> => {
    if (isDeclarationFile(path)) return { functions: [], elsewhere: [] };
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'functionsAt', source, query })) as FunctionsAt | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptFunctionsAt } = await import('./javascript/functions-at.js');
      return javaScriptFunctionsAt(parsed, query);
    });
  };

  readonly codeOffers = remembered(async (path: string, source: string): Promise<CodeOffers | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'codeOffers', source })) as CodeOffers | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptCodeOffers } = await import('./javascript/code-offers.js');
      return javaScriptCodeOffers(parsed);
    });
  });

  readonly codeAsks = remembered(async (path: string, source: string): Promise<CodeAsks | undefined> => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'codeAsks', source })) as CodeAsks | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptCodeAsks } = await import('./javascript/code-asks.js');
      return javaScriptCodeAsks(parsed);
    });
  });

  readonly runnerMarkers = remembered(
    async (path: string, source: string): Promise<readonly RunnerMarker[] | undefined> => {
      if (languageOf(path) === 'python') {
        return (await askPython({ operation: 'runnerMarkers', source })) as RunnerMarker[] | undefined;
      }
      return this.javaScript(path, source, async (parsed) => {
        const { javaScriptRunnerMarkers } = await import('./javascript/runner-markers.js');
        return javaScriptRunnerMarkers(parsed);
      });
    },
  );

  readonly environmentReads = remembered(
    async (path: string, source: string): Promise<readonly string[] | undefined> => {
      if (languageOf(path) === 'python') {
        return (await askPython({ operation: 'environmentReads', source })) as string[] | undefined;
      }
      return this.javaScript(path, source, async ({ file }) => {
        const { javaScriptEnvironmentReads } = await import('./javascript/environment-reads.js');
        return javaScriptEnvironmentReads(file.program);
      });
    },
  );

  readonly moduleScope: NonNullable<CodeAnalysis['moduleScope']> = remembered(async (path, source) => {
    if (languageOf(path) === 'python') {
      return (await askPython({ operation: 'moduleScope', source, path })) as ModuleScope | undefined;
    }
    return this.javaScript(path, source, async (parsed) => {
      const { javaScriptModuleScope } = await import('./javascript/module-scope.js');
      return javaScriptModuleScope(parsed, path);
    });
  });

  private async javaScript<T>(
    path: string,
    source: string,
    read: (parsed: JavaScriptSource) => Promise<T>,
  ): Promise<T | undefined> {
    if (languageOf(path) !== 'javascript') return undefined;
    return readable(async () => {
      const parsed = await this.parse(path, source);
      return parsed && read(parsed);
    });
  }

  /** A parsed source is only read, so that one serves all questions about it. */
  private async parse(path: string, source: string): Promise<JavaScriptSource | undefined> {
    const { parseJavaScript } = await import('./javascript/parse.js');
    return this.#parsed.get(`${extensionOf(path)}\u0000${source}`, () => parseJavaScript(path, source));
  }
}

/** A source that is nested more deeply than the stack allows is one that can't be read. */
async function readable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
