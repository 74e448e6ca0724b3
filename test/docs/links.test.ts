import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../e2e/support/root.js';
import { readDocument } from './support.js';

const markdownIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) => join(folder, entry.name));

/** Targets of links to files: no addresses, no anchors. */
const fileLinks = (text: string): readonly string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target ?? '')
    .filter((target) => !/^[a-z]+:/.test(target));

describe('links in documents', () => {
  for (const document of ['.', 'docs', 'docs/adr'].flatMap(markdownIn)) {
    it(`of ${document} lead to files`, () => {
      const dead = fileLinks(readDocument(document)).filter(
        (target) => !existsSync(join(ROOT, dirname(document), target)),
      );
      expect(dead).to.deep.equal([]);
    });
  }

  it('are in ARCHITECTURE.md, one for each package', () => {
    const links = fileLinks(readDocument('ARCHITECTURE.md'));
    for (const name of readdirSync(join(ROOT, 'packages'))) {
      expect(
        links.some((link) => link.startsWith(`packages/${name}/`) || link === `packages/${name}`),
        name,
      ).to.equal(true);
    }
  });
});
