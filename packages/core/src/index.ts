// The public surface of core: named exports and nothing else.
export * from './errors/error-codes.js';
export * from './errors/chain-error.js';
export * from './config/config.js';
export * from './task/task.js';
export * from './task/parse-task.js';
export { documentFormat, parseData, type DocumentFormat } from './documents/parse-data.js';
export { validate } from './documents/validate.js';
export * from './build/submission.js';
export * from './build/parse-submission.js';
export * from './build/builder.js';
export * from './build/backend.js';
export * from './build/usage.js';
export * from './build/submission-backend.js';
export * from './evidence/parse-evidence.js';
export * from './route/classification.js';
export * from './route/route-task.js';
export * from './review/check.js';
export * from './review/reviewer-strategy.js';
export { settledBy } from './review/settled-by.js';
export { ReviewSession, type RunOptions, type RunRecord, type SessionPorts } from './review/session.js';
export { COMMON_CHECKS, dependenciesMissing } from './review/evidence-reviewer.js';
export * from './review/ports/tree.js';
export * from './review/ports/workspace.js';
export * from './review/ports/work-tree.js';
export * from './review/ports/sandbox.js';
export * from './review/ports/test-runner.js';
export * from './review/ports/code-analysis.js';
export * from './review/ports/behaviour-comparer.js';
export * from './review/ports/command-discovery.js';
export * from './review/ports/mutation-engine.js';
export * from './review/ports/report-cache.js';
export { FileRoles, type FileRole } from './review/files/roles.js';
export { findSetupFiles } from './review/files/setup-files.js';
export { pathAtBase, pathAtHead, touchedPaths } from './review/files/changed-files.js';
export { changedDependencyFields, readManifest, scriptsOf } from './review/files/manifest.js';
export * from './review/measure/select-tests.js';
export { titlePattern } from './review/measure/title-pattern.js';
export * from './review/measure/observation.js';
export * from './review/measure/reproduction.js';
export * from './review/measure/suite.js';
export * from './review/target/witness.js';
export * from './review/target/change-unit.js';
export { editsWithout, splitChange, type SplitChange } from './review/target/change-units.js';
export { judgeChange, type JudgedChange } from './review/target/judge-change.js';
export { executedLines, headLines, inExecutedFunction } from './review/target/covered.js';
export { orderMutants } from './review/mutation/order-mutants.js';
export { touchedLines } from './review/mutation/touched-lines.js';
export {
  MUTANTS_OFF,
  sampleMutants,
  type MeasuredMutants,
  type MutationSample,
  type MutationSpec,
  type TriedMutant,
} from './review/mutation/sample-mutants.js';
export { changedExistingTests } from './review/trees/head-run.js';
export { isChangedLine, judgeLocation, subjectOf } from './review/checks/ac/location.js';
export { judgeCriteria, type JudgedCriterion } from './review/checks/ac/locations.js';
export * from './verdict/verdict.js';
export * from './verdict/decide-verdict.js';
export * from './events/chain-events.js';
export * from './events/event-bus.js';
export * from './events/event-journal.js';
export * from './plugin/change-plugin.js';
export * from './plugin/plugin-binding.js';
export * from './plugin/define-plugin.js';
export * from './plugin/plugin-host.js';
export * from './container/tokens.js';
export * from './container/create-container.js';
export * from './result/result.js';
export * from './steps.js';
export * from './pipeline.js';
export * from './chain.js';
export * from './route/router-rule.js';
export * from './route/router.js';
export { type TypeRule } from './route/score-types.js';
export { type TypeProfile } from './route/type-profile.js';
export * from './route/learn/habits.js';
