import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StoreError } from '@typed-evidence-chain/core';
import { RunStore, type OpenRun } from '@typed-evidence-chain/store';
import { expect } from 'chai';

const header = (runId: string) => ({
  runId,
  kind: 'run' as const,
  repository: '/r',
  base: 'b',
  task: { id: 't', title: 'T' },
  request: {},
});

describe('a damaged store', () => {
  let root: string;
  let store: RunStore;
  let run: OpenRun;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'store-damage-'));
    store = new RunStore(join(root, 'runs'));
    run = store.create(header('one'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const damages = [
    ['a result that was cut off', (folder: string) => writeFileSync(join(folder, 'result.json'), '{ "half')],
    ['a result of another kind', (folder: string) => writeFileSync(join(folder, 'result.json'), '[]')],
    ['a header that was cut off', (folder: string) => writeFileSync(join(folder, 'run.json'), '{ "half')],
    ['a lock that was cut off', (folder: string) => writeFileSync(join(folder, 'locks', '1.json'), '{ "half')],
    ['no steps', (folder: string) => rmSync(join(folder, 'steps'), { recursive: true })],
  ] as const;
  for (const [what, damage] of damages) {
    it(`names the file of ${what}, and lists the other runs`, () => {
      store.create(header('two')).close();
      damage(run.folder);
      expect(() => store.read('one'))
        .to.throw(StoreError)
        .with.property('file')
        .that.includes(run.folder);
      const told: StoreError[] = [];
      expect(store.list((error) => void told.push(error)).map(({ header: { runId } }) => runId)).to.deep.equal(['two']);
      expect(told).to.have.length(1);
    });
  }

  it('takes a run over whose locks are gone', () => {
    rmSync(join(run.folder, 'locks'), { recursive: true });
    expect(store.read('one').state).to.equal('interrupted');
    store.resume('one').close();
  });

  it('says that a store is no folder', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => new RunStore(join(root, 'file')).list()).to.throw(StoreError, 'cannot be read');
  });
});
