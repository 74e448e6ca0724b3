import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../e2e/support/root.js';
import { readDocument } from './support.js';

describe('code in the documents', () => {
  it('is what the quoted files hold', () => {
    execFileSync(process.execPath, [join(ROOT, 'scripts/quote-docs.mjs'), '--check'], { stdio: 'pipe' });
  });

  it('of the plugin guide is quoted, not written twice', () => {
    const guide = readDocument('docs/plugin-guide.md');
    expect(guide.match(/```ts\n/g)).to.have.length(guide.match(/<!-- quote \S+\.ts/g)?.length ?? 0);
  });
});
