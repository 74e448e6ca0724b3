import { bridgeToLogger } from '@typed-evidence-chain/bridges';
import { expect } from 'chai';
import { bus, tellRun } from './source.js';

describe('bridgeToLogger', () => {
  it('writes what blocks as a warning, and what broke as an error', () => {
    const lines: string[] = [];
    const write = (level: string) => (message: string) => lines.push(`${level} ${message}`);
    const events = bus();
    bridgeToLogger(events, { info: write('info'), warn: write('warn'), error: write('error') });
    tellRun(events, 'a', 'failed');
    expect(lines.slice(-4)).to.deep.equal([
      'info check.started',
      'warn check.finished',
      'error run.failed',
      'info run.finished',
    ]);
  });
});
