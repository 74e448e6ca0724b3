let parser: Promise<typeof import('@babel/parser')> | undefined;
type Generate = (typeof import('@babel/generator'))['generate'];

let generator: Promise<{ readonly generate: Generate }> | undefined;

/** Loaded with the first source, so that importing the package costs nothing. */
export function loadParser(): Promise<typeof import('@babel/parser')> {
  parser ??= import('@babel/parser');
  return parser;
}

/** Takes longer to load than the parser: asked for by what prints only. */
export function loadGenerator(): Promise<{ readonly generate: Generate }> {
  generator ??= import('@babel/generator');
  return generator;
}
