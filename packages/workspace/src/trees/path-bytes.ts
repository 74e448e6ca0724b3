import { isUtf8 } from 'node:buffer';

/** A path as text and, only where the text can't stand for the bytes, the bytes as a latin1 string. */
export interface PathText {
  readonly path: string;
  readonly rawPath?: string;
}

/** Git paths are bytes; nearly all are UTF-8. */
export function decodePath(bytes: Buffer): PathText {
  return isUtf8(bytes)
    ? { path: bytes.toString('utf8') }
    : { path: bytes.toString('utf8'), rawPath: bytes.toString('latin1') };
}

/** The exact bytes of a decoded path. */
export function pathBytes(text: PathText): Buffer {
  return text.rawPath === undefined ? Buffer.from(text.path, 'utf8') : Buffer.from(text.rawPath, 'latin1');
}

/** The key under which a decoded path is unique, also where it is not UTF-8. */
export function pathKey(text: PathText): string {
  return text.rawPath === undefined ? text.path : `\0${text.rawPath}`;
}
