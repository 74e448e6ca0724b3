export { createChain, type CreateChainOptions } from './create-chain.js';
export { builtInPlugins } from './built-in-plugins.js';
export { RepositoryCommands } from './repository-commands.js';
export { PluginRouter } from './plugin-router.js';
