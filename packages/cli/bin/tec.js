#!/usr/bin/env node
import { guardExit } from '../dist/guard-exit.js';
import { main } from '../dist/main.js';

const args = process.argv.slice(2);
const over = guardExit(args);

// A reader that has seen enough (`tec … | head`) is no fault, and changes no verdict: the command goes on to its end.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(args);
over();
