import type { ChangeView, TestRef, TypeBuilder } from '@typed-evidence-chain/core';
import type { SecurityEvidence } from './evidence.js';

const INSTRUCTIONS = `A SECURITY change must prove by execution that an exploit works on the code as it is, that the same exploit is
blocked by your change, and that honest uses of the same code go on working. Write the exploit first, as a test that asserts
the safe outcome: it must fail on the code as it is, by its assertion, because the attack succeeds, not because something is
missing. Call the program through what it already offers; do not import names that only your change adds. Then write
controls: honest inputs close to the hostile one, which pass before and after. A change that refuses everything is no fix.
Keep the change small: every part of it is needed, or is run by the exploit or by the controls. Where the hole is in a
dependency, update the lock file too: what counts is the installed version, not the range in the manifest.
Evidence: {"exploit": {"tests": [{"file": "test/a.test.js", "name": "full title"}]}, "controls": {"tests": [{"file":
"test/a.test.js", "name": "full title"}]}, "advisories": [{"id": "GHSA-…", "package": "name", "affected": "<1.2.3"}]}
Instead of tests an exploit may be {"script": {"command": "node poc.mjs", "expect": {"base": {"exitCode": 3}, "head":
{"exitCode": 0}}}}; let it exit with 0 when it is blocked, so that a crash is never taken for a block.`;

/** New or edited test cases of one file; the whole file where it is new or where titles are computed. */
async function changedTests({ analysis, base, head }: ChangeView, file: string): Promise<readonly TestRef[]> {
  const [before, after] = await Promise.all([base.read(file), head.read(file)]);
  if (after === undefined || !analysis.isCode(file)) return [];
  const surface = await analysis.testSurface(file, after.toString('utf8'));
  if (!surface || surface.cases.length === 0) return [];
  const old = before && (await analysis.testSurface(file, before.toString('utf8')));
  const known = new Set((old?.cases ?? []).map((test) => `${test.title}\u0000${test.body}`));
  const fresh = surface.cases.filter((test) => !known.has(`${test.title}\u0000${test.body}`));
  if (!old || fresh.some(({ title }) => title === '' || title.includes('*'))) return fresh.length > 0 ? [{ file }] : [];
  return fresh.map(({ title }) => ({ file, name: title }));
}

/** What a SECURITY change asks of whoever builds it. */
export class SecurityBuilder implements TypeBuilder<SecurityEvidence> {
  readonly instructions = INSTRUCTIONS;
  readonly failingTestFirst = true;

  /** The tests of the change: those that fail on the base are the exploit, the others are taken as controls. */
  readonly evidenceFromChange = async (change: ChangeView): Promise<SecurityEvidence | undefined> => {
    const found = await Promise.all(change.testFiles.map((file) => changedTests(change, file)));
    const files = [...new Set(found.flat().map(({ file }) => file))];
    if (files.length === 0) return undefined;
    return {
      exploit: { tests: files.map((file) => ({ file })), sinks: [] },
      controls: { tests: [] },
      advisories: [],
    };
  };
}
