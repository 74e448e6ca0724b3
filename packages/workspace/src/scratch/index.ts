export { currentProcess, isGone, type ProcessIdentity } from './process-identity.js';
export { createScratchFolder, removeScratchFolder } from './scratch-folder.js';
