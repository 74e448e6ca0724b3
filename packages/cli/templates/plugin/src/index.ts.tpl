export { default } from './plugin.js';
export { {{camel}}Evidence, type {{Pascal}}Evidence } from './evidence.js';
