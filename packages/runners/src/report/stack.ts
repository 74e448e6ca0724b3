import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StackFrame } from '@typed-evidence-chain/core';

const MAX_FRAMES = 30;
const FRAME = /^\s*at (?:(.*?) \()?((?:[a-z][a-z+.-]*:)?[^()]*?):(\d+):(\d+)\)?$/;
/** Frames of our own hooks tell nothing about the code under test. */
const OWN_HOOK = /\/hooks\/(?:adapters\/)?[\w-]+\.cjs$/;

/** A path as the run saw it, relative to the tree where it is inside of it. */
export function relativeToTree(root: string, file: string): string {
  let path = file.replace(/[?#].*$/, '');
  if (path.startsWith('file://')) {
    try {
      path = fileURLToPath(path);
    } catch (error) {
      // Not a valid file URL: shown as it is.
      if (!(error instanceof TypeError)) throw error;
      return path;
    }
  }
  if (path.startsWith(root + '/')) return posix.normalize(path.slice(root.length + 1));
  return path === root ? '' : path;
}

/** The frames of a V8 stack text, innermost first. */
export function parseStack(root: string, stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const line of stack.split('\n')) {
    if (frames.length === MAX_FRAMES) break;
    const match = FRAME.exec(line);
    if (match === null) continue;
    if (OWN_HOOK.test(match[2] ?? '')) continue;
    const [, name, file = '', lineNumber = '', column = ''] = match;
    const place = {
      file: relativeToTree(root, file.replace(/^async /, '')),
      line: Number(lineNumber),
      column: Number(column),
    };
    frames.push(name === undefined ? place : { ...place, function: name.replace(/^async /, '') });
  }
  return frames;
}

/** Whether the file of a frame belongs to the tree itself: not to its dependencies, to node or to the machine. */
export function isTreeCode(file: string): boolean {
  return !file.startsWith('/') && !file.startsWith('node:') && !file.includes('node_modules/');
}
