export { currentProcess, isGone, type ProcessIdentity } from './process-identity.js';
export { GitWorkspace, type GitWorkspaceOptions } from './git-workspace.js';
