export { storeRoot } from './store-root.js';
export { newRunId, RunStore, type OpenRun, type RunState, type StoredRun } from './run-store.js';
export type { RunHeader } from './run-header.js';
export type { RecordedEvent } from './event-log.js';
export { EventLog, readEvents } from './event-log.js';
export { createStoredSteps, type StepFile, type StepsPlace } from './stored-steps.js';
export { canonicalJson, digestOf } from './digest.js';
