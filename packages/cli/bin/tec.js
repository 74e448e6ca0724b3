#!/usr/bin/env node
import { modulesOf } from './modules-of.js';

const modules = modulesOf(new URL('../dist/', import.meta.url));
const { guardExit } = await import(new URL('guard-exit.js', modules).href);
const { main } = await import(new URL('main.js', modules).href);

const args = process.argv.slice(2);
const over = guardExit(args);

// A reader that has seen enough (`tec … | head`) is no fault, and changes no verdict: the command goes on to its end.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await main(args);
over();
