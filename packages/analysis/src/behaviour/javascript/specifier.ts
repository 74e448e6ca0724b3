/** Also matches inside comments and texts: an import too many only makes the reachable part larger. */
export const SPECIFIER = /(\b(?:from|import|require)\s*\(?\s*)(['"])([^'"\n]+)\2/g;
