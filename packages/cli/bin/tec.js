#!/usr/bin/env node
import { main } from '../dist/main.js';

// A reader that has seen enough (`tec … | head`) is no fault.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(process.exitCode ?? 0);
});

process.exitCode = await main(process.argv.slice(2));
