import type * as OpenTelemetry from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import type { ChainEvent, ChainEventName } from '@typed-evidence-chain/core';
import type { EventSource } from './event-source.js';

interface OpenRun {
  readonly span: Span;
  readonly context: Context;
  readonly children: Map<string, Span>;
  type: string;
}

const NAME = '@typed-evidence-chain/bridges';

/**
 * A span for each run, with a child for its build and for each check; counters of runs and checks, and how long runs take
 * (seconds). `api` is the host's own `@opentelemetry/api`: nothing is imported and nothing is registered here. Returns its
 * own unsubscribe function, which ends what is open.
 */
export function bridgeToOpenTelemetry(
  source: EventSource,
  api: Pick<typeof OpenTelemetry, 'trace' | 'metrics' | 'context' | 'SpanStatusCode'>,
): () => void {
  const tracer = api.trace.getTracer(NAME);
  const meter = api.metrics.getMeter(NAME);
  const runCount = meter.createCounter('tec.runs', { description: 'runs by type and verdict' });
  const checkCount = meter.createCounter('tec.checks', { description: 'checks by id and status' });
  const duration = meter.createHistogram('tec.run.duration', { unit: 's', description: 'how long a run takes' });
  const runs = new Map<string, OpenRun>();

  const open = (run: OpenRun, key: string, name: string, attributes: Record<string, string>): void => {
    run.children.set(key, tracer.startSpan(name, { attributes }, run.context));
  };
  const end = (run: OpenRun, key: string, failed: string | undefined, attributes: Record<string, string>): void => {
    const span = run.children.get(key);
    if (!span) return;
    span.setAttributes(attributes);
    if (failed !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failed });
    span.end();
    run.children.delete(key);
  };
  const finish = (runId: string, run: OpenRun): void => {
    for (const span of run.children.values()) span.end();
    run.span.end();
    runs.delete(runId);
  };

  const handlers: { readonly [N in ChainEventName]?: (event: ChainEvent<N>, run: OpenRun) => void } = {
    'task.classified': ({ classification }, run) => {
      run.type = classification.type ?? 'none';
      run.span.setAttributes({ 'tec.type': run.type, 'tec.confidence': classification.confidence });
    },
    'build.started': ({ builder, type }, run) =>
      open(run, 'build', 'tec.build', { 'tec.builder': builder, 'tec.type': type }),
    'build.finished': ({ status }, run) => end(run, 'build', undefined, { 'tec.status': status }),
    'check.started': ({ id }, run) => open(run, id, 'tec.check', { 'tec.check.id': id }),
    'check.finished': ({ check }, run) => {
      const failed =
        check.blocking && (check.status === 'FAIL' || check.status === 'NOT_RUN') ? check.summary : undefined;
      end(run, check.id, failed, { 'tec.check.status': check.status });
      checkCount.add(1, { 'tec.check.id': check.id, 'tec.check.status': check.status });
    },
    'verdict.reached': ({ verdict }, run) => {
      run.span.setAttribute('tec.verdict', verdict);
    },
    // The machine failed; NEEDS_REVIEW is no error of the run.
    'run.failed': ({ code, message }, run) => {
      run.span.setAttribute('tec.error.code', code);
      run.span.setStatus({ code: api.SpanStatusCode.ERROR, message });
    },
    'run.finished': ({ verdict, durationMs, runId }, run) => {
      const attributes = { 'tec.type': run.type, 'tec.verdict': verdict ?? 'none' };
      runCount.add(1, attributes);
      duration.record(durationMs / 1000, attributes);
      finish(runId, run);
    },
  };

  const stop = source.onAny((name, event) => {
    if (name === 'run.started') {
      const { task, runId } = event as ChainEvent<'run.started'>;
      const span = tracer.startSpan('tec.run', { attributes: { 'tec.run.id': runId, 'tec.task.id': task.id } });
      runs.set(runId, {
        span,
        context: api.trace.setSpan(api.context.active(), span),
        children: new Map(),
        type: 'none',
      });
      return;
    }
    const run = runs.get(event.runId);
    if (run) (handlers[name] as ((event: ChainEvent, run: OpenRun) => void) | undefined)?.(event, run);
  });
  return () => {
    stop();
    for (const [runId, run] of runs) finish(runId, run);
  };
}
