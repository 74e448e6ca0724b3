import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ReviewFixture } from './support/review-fixture.js';
import type { Ended } from './support/run-command.js';
import { snapshot } from './support/snapshot.js';
import { tec } from './support/tec.js';

describe('a review', () => {
  let fixture: ReviewFixture;
  let ended: Ended;
  let untouched: Readonly<Record<string, string>>;
  const report = (name: string): string => readFileSync(join(fixture.playground.folder, name), 'utf8');

  before(async () => {
    fixture = new ReviewFixture();
    const { repository, playground } = fixture;
    // A user in the middle of something: a stash, an edit in the index, another in the work tree, a new file, a hook.
    repository.write({ 'src/clamp.js': '// stashed\n' });
    repository.git('stash', '--quiet');
    repository.write({ 'notes.txt': 'staged\n' });
    repository.git('add', 'notes.txt');
    repository.write({
      'src/clamp.js': '// half written\n',
      'new.txt': 'untracked\n',
      '.git/hooks/post-checkout': '#!/bin/sh\ntouch hook-was-run\n',
    });
    repository.git('branch', 'other');
    untouched = snapshot(repository.folder);
    const files = [
      '--markdown',
      join(playground.folder, 'report.md'),
      '--html',
      join(playground.folder, 'report.html'),
    ];
    ended = await tec([...fixture.args().filter((arg) => arg !== '--quiet'), ...files, '--json'], {
      env: playground.env,
    });
  });
  after(() => fixture.remove());

  it('says DONE with exit code 0', () => {
    expect(ended.code).to.equal(0);
  });

  it('prints one JSON document on stdout and nothing else', () => {
    const result = JSON.parse(ended.stdout) as { schema: string; verdict: string; reasons: readonly string[] };
    expect(result).to.include({ schema: 'tec/result/v1', verdict: 'DONE' });
    expect(result.reasons).to.deep.equal([]);
  });

  it('shows its progress on stderr', () => {
    expect(ended.stderr).to.include('bug/fails-on-base');
  });

  it('writes a report in Markdown', () => {
    expect(report('report.md')).to.include('DONE').and.to.include('bug/fails-on-base');
  });

  it('writes a report as a page', () => {
    expect(report('report.html'))
      .to.match(/^<!doctype html>/i)
      .and.to.include('bug/fails-on-base');
  });

  it('leaves the work tree, index, refs, stash, configuration and hooks of the user as they were', () => {
    expect(snapshot(fixture.repository.folder)).to.deep.equal(untouched);
  });

  it('leaves nothing in the temporary folder', () => {
    expect(fixture.playground.leftovers()).to.deep.equal([]);
  });
});
