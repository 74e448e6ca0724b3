import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunStore, type RecordedEvent } from '@typed-evidence-chain/store';
import { GitWorkspace } from '@typed-evidence-chain/workspace';
import { expect } from 'chai';
import { honestBug } from '../support/build-bug.js';
import { sampleRepository, type SampleRepository } from '../support/sample-repository.js';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.js';

/** Boundaries of stages and places inside of them, in the order in which a run comes to them. */
const PLACES = [
  'event:run.started',
  'before:build-1',
  'after:build-1/model-1',
  'before:build-1/model-3',
  'after:build-1/tests-1',
  'event:build.progress:5',
  'after:build-1',
  'event:build.finished',
  'before:review-1',
  'event:review.started',
  'event:check.finished:6',
  'after:review-1',
  'event:verdict.reached',
  'event:run.finished',
];

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `temporary`: others on this machine review, too, and leave folders in the common one. */
const child = (temporary: string, args: readonly string[]): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const started = spawn(
      process.execPath,
      [join(import.meta.dirname, '..', 'support', 'resumable-child.js'), ...args],
      { env: { ...process.env, OPENAI_API_KEY: 'sk-scripted-secret-key-0123456789', TMPDIR: temporary } },
    );
    let stdout = '';
    let stderr = '';
    started.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    started.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    started.once('error', reject).once('close', (_code, signal) => resolve({ signal, stdout, stderr }));
  });

/** What an event says, without times and numbers. */
const said = ({ name, ...event }: RecordedEvent): string => {
  const { check, id, step, message } = event as {
    check?: { id: string; status: string };
    id?: string;
    step?: string;
    message?: string;
  };
  return [name, check?.id, check?.status, id, step, message].filter((part) => part !== undefined).join(' ');
};

describe('a run that is killed', function () {
  this.timeout(300_000);
  let repository: SampleRepository;
  let server: ScriptedModel;
  let temporary: string;
  beforeEach(async () => {
    repository = sampleRepository();
    temporary = join(repository.root, 'tmp');
    mkdirSync(temporary);
    server = await startScriptedModel(honestBug);
  });
  afterEach(async () => {
    await server.close();
    repository.remove();
  });

  it('at every boundary and inside of every stage, ends as an undisturbed one, pays once and tells once', async () => {
    const store = new RunStore(join(repository.root, 'runs'));
    const work = (id: string, place: string): Promise<Ended> =>
      child(temporary, [store.root, id, repository.folder, server.url, place]);
    for (const place of PLACES) {
      const { signal, stderr } = await work('killed', place);
      expect(signal, `${place}\n${stderr}`).to.equal('SIGKILL');
    }
    const last = await work('killed', 'never');
    expect(last.stdout, last.stderr).to.equal('DONE');
    expect(server.sent).to.have.length(honestBug.length);

    await server.close();
    server = await startScriptedModel(honestBug);
    const undisturbed = await work('whole', 'never');
    expect(undisturbed.stdout, undisturbed.stderr).to.equal('DONE');

    const [killed, whole] = [store.events('killed'), store.events('whole')];
    expect(killed.map(({ seq }) => seq)).to.deep.equal(killed.map((_, index) => index));
    expect(killed.map(said).sort()).to.deep.equal(whole.map(said).sort());
    const names = (id: string): string[] =>
      readdirSync(join(store.root, id, 'steps')).map((name) => name.replace(/\.[0-9a-f]+\.json$/, ''));
    expect(names('killed').sort()).to.deep.equal(names('whole').sort());
    const { result } = store.read('killed');
    expect(result?.verdict).to.equal(store.read('whole').result?.verdict);
    expect(result?.checks.map(({ id, status }) => [id, status])).to.deep.equal(
      store.read('whole').result?.checks.map(({ id, status }) => [id, status]),
    );
  });

  it('leaves nothing that the next start does not remove', async () => {
    await child(temporary, [
      join(repository.root, 'runs'),
      'one',
      repository.folder,
      server.url,
      'after:build-1/model-2',
    ]);
    expect(readdirSync(temporary)).not.to.deep.equal([]);
    await new GitWorkspace({ scratchRoot: temporary }).sweep();
    expect(readdirSync(temporary)).to.deep.equal([]);
  });
});
