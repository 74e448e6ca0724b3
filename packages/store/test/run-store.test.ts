import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import { spawn, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventBus, RunBus, type ChainResult } from '@typed-evidence-chain/core';
import { canonicalJson, newRunId, RunStore, storeRoot, type OpenRun } from '@typed-evidence-chain/store';
import { expect } from 'chai';
import fc from 'fast-check';

const header = (runId: string) => ({
  runId,
  kind: 'run' as const,
  repository: '/r',
  base: 'b',
  task: { id: 't', title: 'T' },
  request: {},
});
const result = { schema: 'tec/result/v1', verdict: 'DONE' } as unknown as ChainResult;

describe('the run store', () => {
  let root: string;
  let store: RunStore;
  let run: OpenRun;
  const bus = (open: OpenRun): RunBus => new RunBus(new EventBus(), open.header.runId, open.journal);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'store-test-'));
    store = new RunStore(join(root, 'runs'));
    run = store.create(header('one'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('returns a finished step from the disk and does not run it again', async () => {
    let times = 0;
    const step = (): Promise<{ n: number }> => run.steps.step('build-1', { a: 1 }, async () => ({ n: ++times }));
    expect(await step()).to.deep.equal({ n: 1 });
    run.close();
    run = store.resume('one');
    expect(await step()).to.deep.equal({ n: 1 });
    expect(times).to.equal(1);
  });

  it('runs a step again when its input is another one', async () => {
    await run.steps.step('build-1', { a: 1 }, async () => 'first');
    expect(await run.steps.step('build-1', { a: 2 }, async () => 'second')).to.equal('second');
  });

  it('keeps nothing of a step that fails', async () => {
    const failing = run.steps.step('build-1', {}, () => Promise.reject(new Error('no')));
    expect(await failing.catch((error: Error) => error.message)).to.equal('no');
    expect(run.finished()).to.deep.equal([]);
  });

  it('keeps steps below a step that does not finish', async () => {
    const build = (end: () => string): Promise<string> =>
      run.steps.step('build-1', {}, async () => {
        await run.steps.step('build-1/model-1', { messages: [] }, async () => 'paid for');
        return end();
      });
    await build(() => {
      throw new Error('killed');
    }).catch(() => undefined);
    expect(run.finished().map((step) => step.stage)).to.deep.equal(['build-1/model-1']);
  });

  it('records an event of an interrupted stage once, and goes on with the numbers', async () => {
    const first = bus(run);
    first.emit('build.started', { type: 'BUG', builder: 'x' });
    await run.steps
      .step('review-1', {}, async () => {
        first.emit('check.started', { id: 'a' });
        throw new Error('killed');
      })
      .catch(() => undefined);
    run.close();
    run = store.resume('one');
    const second = bus(run);
    second.emit('build.started', { type: 'BUG', builder: 'x' });
    await run.steps.step('review-1', {}, async () => {
      second.emit('check.started', { id: 'a' });
      second.emit('check.started', { id: 'b' });
    });
    expect(store.events('one').map(({ seq, name, stage }) => [seq, name, stage])).to.deep.equal([
      [0, 'build.started', ''],
      [1, 'check.started', 'review-1'],
      [2, 'check.started', 'review-1'],
    ]);
  });

  it('does not take an event of a later stage for one of a finished stage', async () => {
    const first = bus(run);
    await run.steps.step('review-1', {}, async () => first.emit('check.started', { id: 'a' }));
    run.close();
    run = store.resume('one');
    const second = bus(run);
    await run.steps.step('review-1', {}, async () => second.emit('check.started', { id: 'a' }));
    await run.steps.step('review-2', {}, async () => second.emit('check.started', { id: 'a' }));
    expect(store.events('one').map(({ seq, stage }) => [seq, stage])).to.deep.equal([
      [0, 'review-1'],
      [1, 'review-2'],
    ]);
  });

  it('drops what a power cut left of the last line', () => {
    bus(run).emit('check.started', { id: 'a' });
    run.close();
    appendFileSync(join(run.folder, 'events.jsonl'), '{"name":"check.fin');
    run = store.resume('one');
    new RunBus(new EventBus(), 'one', run.journal).emit('check.started', { id: 'b' });
    expect(store.events('one').map(({ seq }) => seq)).to.deep.equal([0, 1]);
  });

  it('refuses a run that another process works on, and gives it to one that comes later', () => {
    expect(() => store.resume('one')).to.throw(/being worked on by process/);
    run.close();
    store.resume('one').close();
  });

  it('takes over from a process that was killed', () => {
    run.close();
    const program = `import { RunStore } from '@typed-evidence-chain/store'; new RunStore(process.argv[1]).resume('one'); process.kill(process.pid, 'SIGKILL');`;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program, store.root], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(signal).to.equal('SIGKILL');
    expect(store.read('one').state).to.equal('interrupted');
    store.resume('one').close();
  });

  it('gives a run to one of several processes that ask at once', async () => {
    run.close();
    const program = `import { RunStore } from '@typed-evidence-chain/store';
      process.stdin.once('data', () => {
        try { new RunStore(process.argv[1]).resume('one'); console.log('mine'); } catch { console.log('taken'); }
        process.stdin.once('data', () => process.exit());
      });
      console.log('ready');`;
    const answers = Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, store.root], {
        cwd: import.meta.dirname,
      });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      return { child, next: async () => String((await lines.next()).value) };
    });
    await Promise.all(answers.map(({ next }) => next()));
    for (const { child } of answers) child.stdin.write('go');
    const said = await Promise.all(answers.map(({ next }) => next()));
    for (const { child } of answers) child.stdin.end('end');
    expect(said.sort()).to.deep.equal(['mine', 'taken', 'taken', 'taken']);
  });

  it('says how a run stands', () => {
    expect(store.read('one').state).to.equal('running');
    run.close();
    expect(store.read('one').state).to.equal('interrupted');
    run = store.resume('one');
    run.finish(result);
    expect(store.read('one').state).to.equal('finished');
  });

  it('lets only the user read what it keeps', async () => {
    await run.steps.step('build-1', {}, async () => 1);
    const file = readdirSync(join(run.folder, 'steps'))[0] ?? '';
    expect(statSync(run.folder).mode & 0o077).to.equal(0);
    expect(statSync(join(run.folder, 'steps', file)).mode & 0o077).to.equal(0);
  });

  it('finds a run by the beginning of its id, and refuses one that leads elsewhere', () => {
    store.create(header('two')).close();
    expect(store.resolve('tw')).to.equal('two');
    expect(() => store.read('../one')).to.throw();
    expect(() => store.create(header('../x'))).to.throw(/no id of a run/);
  });

  it('leaves half made folders out of the list', () => {
    rmSync(join(run.folder, 'run.json'));
    expect(store.list()).to.deep.equal([]);
  });

  it('lists the other runs where one is damaged, and names it', () => {
    store.create(header('two')).close();
    writeFileSync(join(run.folder, 'run.json'), '{');
    const damaged: (string | undefined)[] = [];
    expect(store.list((error) => void damaged.push(error.file)).map(({ header: { runId } }) => runId)).to.deep.equal([
      'two',
    ]);
    expect(damaged).to.deep.equal([join(run.folder, 'run.json')]);
  });

  it('names a damaged step instead of running it again unseen', async () => {
    await run.steps.step('build-1', {}, async () => 1);
    const file = join(run.folder, 'steps', readdirSync(join(run.folder, 'steps'))[0] ?? '');
    writeFileSync(file, '{"half":');
    const again = run.steps.step('build-1', {}, async () => 2);
    expect(await again.catch((error: { code: string; file: string }) => [error.code, error.file])).to.deep.equal([
      'store/failed',
      file,
    ]);
  });

  it('leaves no temporary file behind', async () => {
    await run.steps.step('build-1', {}, async () => 1);
    run.finish(result);
    expect(readdirSync(run.folder, { recursive: true }).filter((name) => String(name).endsWith('.tmp'))).to.deep.equal(
      [],
    );
    expect(JSON.parse(readFileSync(join(run.folder, 'result.json'), 'utf8'))).to.deep.equal(result);
  });
});

describe('storeRoot', () => {
  it("is below the user's state directory", () => {
    expect(storeRoot(undefined, '/x', { HOME: '/home/u' })).to.equal('/home/u/.local/state/tec/runs');
    expect(storeRoot(undefined, '/x', { HOME: '/home/u', XDG_STATE_HOME: '/state' })).to.equal('/state/tec/runs');
    expect(storeRoot('kept', '/repo', {})).to.equal('/repo/kept');
  });
  it('ignores a state directory that is not absolute', () => {
    expect(storeRoot(undefined, '/x', { HOME: '/h', XDG_STATE_HOME: 'rel' })).to.equal('/h/.local/state/tec/runs');
  });
});

describe('newRunId', () => {
  it('sorts by time', () => {
    expect(newRunId(new Date('2026-01-02T03:04:05Z'))).to.match(/^20260102-030405-[0-9a-f]{6}$/);
  });
});

describe('canonicalJson', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const shuffled = Object.fromEntries(Object.entries(value).reverse());
        return canonicalJson(value) === canonicalJson(shuffled);
      }),
    );
  });
  it('says the same of data that went through JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => canonicalJson(value) === canonicalJson(JSON.parse(JSON.stringify(value)))),
    );
  });
});
