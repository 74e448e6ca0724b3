export { toCsv } from './csv.js';
export { formatDuration, parseDuration } from './duration.js';
export { parseEntries } from './entries.js';
export { renderReport } from './report.js';
export { summarise } from './summary.js';
