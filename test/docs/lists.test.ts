import { builtInPlugins } from '@typed-evidence-chain/chain';
import { CHAIN_EVENT_NAMES, COMMON_CHECKS, createContainer, ERROR_CODES, PluginHost } from '@typed-evidence-chain/core';
import { expect } from 'chai';
import { readDocument } from './support.js';

const headings = (text: string): readonly string[] => [...text.matchAll(/^### `([^`]+)`$/gm)].map(([, id]) => id ?? '');

describe('the lists in docs', () => {
  it('docs/errors.md has every error code, in the order of the code', () => {
    expect(headings(readDocument('docs/errors.md'))).to.deep.equal([...ERROR_CODES]);
  });

  it('docs/events.md has every event, in the order of the code', () => {
    const rows = [...readDocument('docs/events.md').matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(rows).to.deep.equal([...CHAIN_EVENT_NAMES]);
  });

  it('docs/checks.md has the common checks and those of the three plugins', () => {
    const host = new PluginHost(createContainer());
    for (const plugin of builtInPlugins) host.add(plugin);
    const own = host.list().flatMap(({ reviewer }) => [...reviewer.checks, ...(reviewer.advice?.checks ?? [])]);
    expect(headings(readDocument('docs/checks.md'))).to.have.members([...COMMON_CHECKS, ...own]);
  });

  it('docs/checks.md says of every check what it proves, how it is measured and what it cannot see', () => {
    const sections = readDocument('docs/checks.md').split(/^### /m).slice(1);
    for (const section of sections) {
      for (const word of ['**Proves:**', '**Measured:**', '**Cannot see:**']) expect(section).to.include(word);
    }
  });
});
