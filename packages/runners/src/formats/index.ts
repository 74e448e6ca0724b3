// Parsers of reports that runners print or write. Apart from the rest, since few runs need them.
export { parseJUnit } from './parse-junit.js';
export { parseGoTest } from './parse-go-test.js';
export { parseTap, type TapReport } from './parse-tap.js';
