import type { ServiceIdentifier } from 'inversify';
import type { BuilderBackend as BuilderBackendPort } from '../build/backend.js';
import type { EventBus } from '../events/event-bus.js';
import type { BehaviourComparer as BehaviourComparerPort } from '../review/ports/behaviour-comparer.js';
import type { CodeAnalysis as CodeAnalysisPort } from '../review/ports/code-analysis.js';
import type { CommandDiscovery as CommandDiscoveryPort } from '../review/ports/command-discovery.js';
import type { MutationEngine as MutationEnginePort } from '../review/ports/mutation-engine.js';
import type { ReportCache as ReportCachePort } from '../review/ports/report-cache.js';
import type { Sandbox as SandboxPort } from '../review/ports/sandbox.js';
import type { TestRunner as TestRunnerPort } from '../review/ports/test-runner.js';
import type { Workspace as WorkspacePort } from '../review/ports/workspace.js';

const token = <T>(name: string): ServiceIdentifier<T> => Symbol.for(`@typed-evidence-chain/core/${name}`);

/** The ports of the chain, each bound exactly once; a plugin may replace one by an explicit binding. */
export const Tokens = {
  EventBus: token<EventBus>('EventBus'),
  Workspace: token<WorkspacePort>('Workspace'),
  Sandbox: token<SandboxPort>('Sandbox'),
  TestRunner: token<TestRunnerPort>('TestRunner'),
  CodeAnalysis: token<CodeAnalysisPort>('CodeAnalysis'),
  BehaviourComparer: token<BehaviourComparerPort>('BehaviourComparer'),
  CommandDiscovery: token<CommandDiscoveryPort>('CommandDiscovery'),
  MutationEngine: token<MutationEnginePort>('MutationEngine'),
  ReportCache: token<ReportCachePort>('ReportCache'),
  /** A model or an agent that makes changes. Unbound by itself; used by a run that brings neither a change nor a builder. */
  BuilderBackend: token<BuilderBackendPort>('BuilderBackend'),
} as const;
