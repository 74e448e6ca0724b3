import { SandboxError, type SandboxOutcome, type SandboxResult } from '@typed-evidence-chain/core';
import type { Breach, Ended } from './supervise.js';
import { signalName } from './signal-name.js';

/** What the scripts in `assets` wrote on file descriptor 3. */
export interface StageReport {
  readonly started: boolean;
  readonly missing: 'folder' | 'command' | undefined;
  /** How the command ended; undefined when its end was not seen. */
  readonly end: { readonly code: number; readonly bySignal: boolean } | undefined;
  readonly text: string;
}

/**
 * Only the first word about the start and the last about the end count: what lies between could, in a weaker
 * sandbox, come from the command.
 */
export function readStages(status: string): StageReport {
  const first = /^(started|no-folder|no-command)$/m.exec(status)?.[1];
  const code = [...status.matchAll(/^exit (\d+)$/gm)].at(-1)?.[1];
  return {
    started: first === 'started',
    missing: first === 'no-folder' ? 'folder' : first === 'no-command' ? 'command' : undefined,
    end: code === undefined ? undefined : { code: Number(code), bySignal: /did not exit normally/.test(status) },
    text: status.trim(),
  };
}

/** The outcome of a run whose stages are known. Throws `SandboxError` when the command was never reached. */
export function decideOutcome(
  ended: Ended,
  stages: StageReport,
  reached: Breach | undefined,
  command: string,
  folder: string,
): SandboxOutcome {
  if (ended.stopped === 'timed-out') return { kind: 'timed-out' };
  if (ended.stopped !== undefined) return { kind: 'limit', limit: ended.stopped };
  if (reached !== undefined) return { kind: 'limit', limit: reached };
  if (stages.missing === 'command') return { kind: 'not-started', reason: `There is no command ${command}` };
  if (stages.missing === 'folder') return { kind: 'not-started', reason: `There is no folder ${folder}` };
  if (stages.started && stages.end === undefined) {
    // The command killed what watched it (`kill -9 -1`), or the kernel did: that is how this run ended, not our fault.
    const number = (ended.code ?? 0) - 128;
    return { kind: 'signalled', signal: ended.signal ?? (number > 0 ? signalName(number) : 'SIGKILL') };
  }
  if (stages.started && stages.end !== undefined) {
    const { code, bySignal } = stages.end;
    return bySignal ? { kind: 'signalled', signal: signalName(code & 0x7f) } : { kind: 'exited', code };
  }
  // Before the command has started, stderr is that of the sandbox itself.
  const complaints = [stages.text, stages.started ? '' : ended.stderr.toString('utf8').trim()]
    .filter(Boolean)
    .join('\n');
  throw new SandboxError('sandbox/failed', 'The sandbox ended before the command did', {
    details: { code: ended.code, signal: ended.signal, status: complaints.slice(-2000) },
    remedy: 'See `tec doctor` for what this machine can do',
  });
}

export function toResult(outcome: SandboxOutcome, ended: Ended): SandboxResult {
  const { stdout, stderr, truncated, durationMs } = ended;
  return { outcome, stdout, stderr, truncated, durationMs };
}
