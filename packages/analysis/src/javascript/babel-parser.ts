// By its names, in a module of its own: a dynamic import of CommonJS has them in Node, but not in every bundle.
export { parse } from '@babel/parser';
