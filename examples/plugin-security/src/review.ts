import {
  dependenciesMissing,
  normalisePath,
  notRun,
  pathAtHead,
  type Check,
  type ReviewerStrategy,
  type ReviewSession,
  type TestRef,
} from '@typed-evidence-chain/core';
import { controlsPass } from './checks/controls-pass.js';
import { dependencies } from './checks/dependencies.js';
import { exploitBlockedOnHead } from './checks/exploit-blocked-on-head.js';
import { exploitWorksOnBase } from './checks/exploit-works-on-base.js';
import { reachesSink } from './checks/reaches-sink.js';
import { installedState } from './dependencies/installed-state.js';
import type { SecurityEvidence } from './evidence.js';
import { runExploitScript } from './exploit-script.js';
import { runExploitTests } from './exploit-tests.js';
import { measureControls } from './measure-controls.js';
import { measureReach } from './measure-reach.js';

const CHECKS = [
  'security/exploit-works-on-base',
  'security/exploit-blocked-on-head',
  'security/controls-pass',
  'security/reaches-sink',
  'security/dependencies',
] as const;

const WORD = /[^\s"'`;|&<>()]+/g;

/** Runs the exploit and the controls on both sides. Effects here, decisions in checks/. */
export class SecurityReviewer implements ReviewerStrategy<SecurityEvidence> {
  readonly checks = CHECKS;

  readonly review = async (evidence: SecurityEvidence, session: ReviewSession): Promise<readonly Check[]> => {
    const installed = await installedState(session, evidence.advisories);
    const locked = dependencies(installed, evidence.advisories);
    const missing = await dependenciesMissing(session);
    if (missing !== undefined) return [...CHECKS.slice(0, 4).map((id) => notRun(id, missing)), locked];
    const { exploit } = evidence;
    const outcome = exploit.script
      ? await runExploitScript(exploit.script, session)
      : await runExploitTests(exploit, session);
    if (outcome.kind === 'not-run') return [...CHECKS.slice(0, 4).map((id) => notRun(id, outcome.reason)), locked];
    const measured = outcome.value;
    const extras = { command: measured.command.text, source: measured.command.source };
    const works = { ...exploitWorksOnBase(measured), ...extras };
    const blocked = { ...exploitBlockedOnHead(measured), ...extras };
    const changed = session.trees.patch.files
      .flatMap((file) => pathAtHead(file) ?? [])
      .filter((path) => session.roles.of(path) === 'production');
    const code = changed.filter((path) => session.ports.analysis.isCode(path));
    const controls = await measureControls(evidence, measured, code, session);
    const proven = works.status === 'PASS' && blocked.status === 'PASS';
    const reach = proven
      ? reachesSink(
          await measureReach(exploit, measured, changed, controls.coverage, installed.packages.length > 0, session),
        )
      : notRun('security/reaches-sink', 'the exploit does not hold, so nothing can be attributed to the change');
    return [works, blocked, controlsPass(controls), { ...reach, ...extras }, locked];
  };

  /** Words of a command may be the names of new files, such as an exploit script. */
  readonly evidenceFiles = ({ exploit, controls }: SecurityEvidence): readonly string[] => {
    const commands = [exploit.command, exploit.script?.command, controls.command].flatMap((text) => text ?? []);
    const tests = [...exploit.tests, ...controls.tests].map(({ file }) => file);
    return [...tests, ...commands.flatMap((text) => text.match(WORD) ?? [])].map(normalisePath);
  };

  /** An existing test that said the vulnerable behaviour was right may be changed where it is the exploit. */
  readonly declaredTests = ({ exploit }: SecurityEvidence): readonly TestRef[] => exploit.tests;
}
