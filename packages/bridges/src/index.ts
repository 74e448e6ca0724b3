export type { EventSource } from './event-source.js';
export { keepEvents, type EventHistory, type KeepOptions } from './keep-events.js';
export { toServerSentEvents, type ServerSentOptions } from './to-server-sent-events.js';
// `bridgeToOpenTelemetry` has an entry of its own, `./open-telemetry`: its types need the optional `@opentelemetry/api`.
export { bridgeToLogger, type Logger } from './bridge-to-logger.js';
