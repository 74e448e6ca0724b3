export { GitWorkspace, type GitWorkspaceOptions } from './git-workspace.js';
