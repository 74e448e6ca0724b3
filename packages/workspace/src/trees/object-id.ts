import { createHash } from 'node:crypto';

import type { TreeEntry } from './parse-tree-listing.js';
import { pathBytes } from './path-bytes.js';

/** The hash that a repository names its objects by (`git rev-parse --show-object-format`). */
export type ObjectFormat = 'sha1' | 'sha256';

/** The id that git gives an object: the hash of its type, size and content (gitformat-pack, "Pro Git" 10.2). */
export function objectId(type: 'blob' | 'tree', content: Buffer, format: ObjectFormat): string {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest('hex');
}

/** Names are bytes, as latin1 text. */
type Folder = Map<string, Folder | TreeEntry>;

const isFolder = (node: Folder | TreeEntry): node is Folder => node instanceof Map;

/** The id of the tree with these files. Throws where one of them is a folder of another: no tree holds both. */
export function treeId(entries: readonly TreeEntry[], format: ObjectFormat): string {
  const root: Folder = new Map();
  for (const entry of entries) {
    const parts = pathBytes(entry).toString('latin1').split('/');
    const name = parts.pop() ?? '';
    let folder = root;
    for (const part of parts) {
      const below: Folder | TreeEntry = folder.get(part) ?? new Map<string, Folder | TreeEntry>();
      if (!isFolder(below)) throw new Error(`${entry.path} is below a file`);
      folder.set(part, below);
      folder = below;
    }
    if (folder.has(name)) throw new Error(`${entry.path} is there twice`);
    folder.set(name, entry);
  }
  return folderId(root, format);
}

function folderId(folder: Folder, format: ObjectFormat): string {
  // Git sorts a folder as if its name ended with a slash.
  const sorted = [...folder]
    .map(([name, node]) => ({ key: isFolder(node) ? `${name}/` : name, name, node }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const lines = sorted.flatMap(({ name, node }) => {
    const [mode, id] = isFolder(node) ? ['40000', folderId(node, format)] : [node.mode, node.oid];
    return [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')];
  });
  return objectId('tree', Buffer.concat(lines), format);
}
