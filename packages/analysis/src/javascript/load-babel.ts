let parser: Promise<typeof import('./babel-parser.js')> | undefined;
let generator: Promise<typeof import('./babel-generator.js')> | undefined;

/** Loaded with the first source, so that importing the package costs nothing. */
export function loadParser(): Promise<typeof import('./babel-parser.js')> {
  parser ??= import('./babel-parser.js');
  return parser;
}

/** Takes longer to load than the parser: asked for by what prints only. */
export function loadGenerator(): Promise<typeof import('./babel-generator.js')> {
  generator ??= import('./babel-generator.js');
  return generator;
}
