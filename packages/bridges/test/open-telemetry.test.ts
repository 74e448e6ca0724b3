import * as api from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { bridgeToOpenTelemetry } from '@typed-evidence-chain/bridges/open-telemetry';
import { expect } from 'chai';
import { bus, tellRun } from './source.js';

describe('bridgeToOpenTelemetry', () => {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const meters = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 1e6, exportTimeoutMillis: 1e5 }),
    ],
  });
  before(() => {
    api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
    api.metrics.setGlobalMeterProvider(meters);
  });
  beforeEach(() => spans.reset());
  after(async () => {
    await meters.shutdown();
    api.trace.disable();
    api.metrics.disable();
  });

  it('makes a span for each run, with children for the build and each check', () => {
    const events = bus();
    bridgeToOpenTelemetry(events, api);
    tellRun(events, 'a');
    const ended = spans.getFinishedSpans();
    expect(ended.map(({ name }) => name)).to.deep.equal(['tec.build', 'tec.check', 'tec.run']);
    const run = ended.at(-1);
    expect(run?.attributes).to.include({ 'tec.run.id': 'a', 'tec.type': 'BUG', 'tec.verdict': 'DONE' });
    expect(ended[1]?.parentSpanContext?.spanId).to.equal(run?.spanContext().spanId);
  });

  it('marks what failed', () => {
    const events = bus();
    bridgeToOpenTelemetry(events, api);
    tellRun(events, 'a', 'failed');
    expect(spans.getFinishedSpans().map(({ status }) => status.code)).to.deep.equal([
      api.SpanStatusCode.UNSET,
      api.SpanStatusCode.ERROR,
      api.SpanStatusCode.ERROR,
    ]);
  });

  it('counts runs and checks, and measures in seconds', async () => {
    await meters.forceFlush();
    const found = metrics.getMetrics().at(-1)?.scopeMetrics[0]?.metrics ?? [];
    expect(found.map(({ descriptor }) => descriptor.name)).to.have.members([
      'tec.runs',
      'tec.checks',
      'tec.run.duration',
    ]);
    const duration = found.find(({ descriptor }) => descriptor.name === 'tec.run.duration')?.dataPoints[0]?.value as {
      max: number;
    };
    expect(duration.max).to.equal(1.5);
  });

  it('tells nothing after it is taken off', () => {
    const events = bus();
    bridgeToOpenTelemetry(events, api)();
    tellRun(events, 'a');
    expect(spans.getFinishedSpans()).to.have.length(0);
  });
});
