// The public surface: named exports and nothing else. Nothing here loads LangChain or an SDK before it is used.
export { acpBackend } from './acp/acp-backend.js';
export { answerPermission, type PermissionAnswer } from './acp/permission-policy.js';
export { commandBackend, type CommandBackendOptions } from './command/command-backend.js';
export { langchainBackend, type LangchainBackendOptions } from './langchain/langchain-backend.js';
export { createModel, type CreateModelOptions } from './models/create-model.js';
export { parseModelSpec, type ModelSpec, type Provider } from './models/model-spec.js';
export { joinVoices, LanguageModelRouter, type LanguageModelRouterOptions } from './router/language-model-router.js';
export { redactor, type Redact } from './secrets.js';
