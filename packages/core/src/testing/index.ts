// Tools for those who test a plugin or a host: published as `@typed-evidence-chain/core/testing`. No runner is imported.
export {
  temporaryRepository,
  type Files,
  type RepositoryOptions,
  type TemporaryRepository,
} from './temporary-repository.js';
export { recordEvents, type EventRecorder, type RecordedEvent } from './event-recorder.js';
export { scriptedBuilder, type ScriptedRound } from './scripted-builder.js';
export { scriptedModel, type ScriptedAnswer, type ScriptedModel } from './scripted-model.js';
export { locationOf } from './location-of.js';
export type {
  AcceptedCase,
  MalformedCase,
  PluginSuite,
  RejectedCase,
  RoutedCase,
  TestedChange,
} from './plugin-suite.js';
export { sloppiness } from './sloppiness.js';
export { checkPlugin, pluginCases, type CaseResult, type PluginCase, type PluginReport } from './check-plugin.js';
export { describePlugin } from './describe-plugin.js';
export type { PluginTestOptions, TestedChain } from './plugin-test-options.js';
export { reviewCase, type CaseOutcome } from './review-case.js';
