#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseEntries, renderReport, summarise, toCsv } from '../src/index.js';

const [command, file] = process.argv.slice(2);
if (!['report', 'csv'].includes(command) || file === undefined) {
  console.error('usage: timesheet report|csv FILE');
  process.exitCode = 2;
} else {
  const entries = parseEntries(readFileSync(file, 'utf8'));
  console.log(command === 'csv' ? toCsv(entries) : renderReport(summarise(entries)));
}
