import type { Chain } from '@typed-evidence-chain/core';
import { MARKS, plain, seconds } from '../output/marks.js';

/** Every step of a run as it happens, one line each on stderr. Returns what ends it. */
export function showRunProgress(chain: Pick<Chain<readonly unknown[]>, 'on'>, quiet: boolean): () => void {
  if (quiet) return () => undefined;
  const line = (text: string): void =>
    void process.stderr.write(
      `${plain(text)
        .replace(/\s*\n\s*/g, ' ')
        .slice(0, 300)}\n`,
    );
  const off = [
    chain.on('run.started', ({ runId }) => line(`run ${runId}`)),
    chain.on('task.classified', ({ classification }) =>
      line(`routed as ${classification.type ?? 'undecided'} (${classification.confidence})`),
    ),
    chain.on('build.started', ({ type, builder }) => line(`build ${type} with ${builder}`)),
    chain.on('build.progress', ({ step, message }) => line(`  ${step}: ${message}`)),
    chain.on('build.finished', ({ status, summary }) => line(`built: ${status} ${summary}`)),
    chain.on('evidence.rejected', ({ problems }) => line(`evidence rejected: ${problems.join('; ')}`)),
    chain.on('review.started', ({ base }) => line(`review on ${base.slice(0, 12)}`)),
    chain.on('check.finished', ({ check }) =>
      line(
        `  ${MARKS[check.status]} ${check.id}  ${check.status}  ${check.summary.slice(0, 120)}  ${seconds(check.durationMs)}`,
      ),
    ),
    chain.on('verdict.reached', ({ verdict }) => line(verdict)),
  ];
  return () => {
    for (const stop of off) stop();
  };
}
