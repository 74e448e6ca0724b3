import { join } from 'node:path';
import { expect } from 'chai';
import { Playground } from './support/playground.js';
import { eventually } from './support/processes.js';
import { ROOT } from './support/root.js';
import { startNode } from './support/run-command.js';

describe('npm start', () => {
  it('removes its repositories and stops its review after Ctrl-C', async () => {
    const playground = new Playground();
    try {
      const { child, ended } = startNode([join(ROOT, 'examples/run.mjs'), '--json'], { env: playground.env });
      // The review has opened its trees.
      await eventually(() => playground.leftovers().some((name) => name.startsWith('tec-')) || child.exitCode !== null);
      child.kill('SIGINT');
      expect((await ended).code).to.equal(130);
      expect(playground.leftovers()).to.deep.equal([]);
    } finally {
      playground.remove();
    }
  });
});
