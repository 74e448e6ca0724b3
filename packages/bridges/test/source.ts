import { EventBus, RunBus } from '@typed-evidence-chain/core';

/** A real bus, and a run that passes one check. */
export const bus = (): EventBus => new EventBus();

const task = { id: 't', title: 'T', body: '', labels: [], acceptanceCriteria: [] };

export function tellRun(events: EventBus, runId: string, end: 'DONE' | 'failed' = 'DONE'): void {
  const run = new RunBus(events, runId);
  run.emit('run.started', { task } as never);
  run.emit('task.classified', {
    classification: { type: 'BUG', confidence: 'high', score: 1, signals: [], alternatives: [], decidedBy: 'human' },
  });
  run.emit('build.started', { type: 'BUG', builder: 'submission' });
  run.emit('build.finished', { type: 'BUG', status: 'DONE', summary: '' });
  run.emit('check.started', { id: 'bug/stable' });
  run.emit('check.finished', {
    check: { id: 'bug/stable', status: end === 'DONE' ? 'PASS' : 'FAIL', blocking: true, summary: 'as seen' },
  });
  if (end === 'DONE') run.emit('verdict.reached', { verdict: 'DONE', reasons: [] });
  else run.emit('run.failed', { code: 'sandbox/failed', message: 'it broke' });
  run.emit('run.finished', { verdict: end === 'DONE' ? 'DONE' : null, durationMs: 1500 });
}
