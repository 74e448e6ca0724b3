export type { EventSource } from './event-source.js';
export { keepEvents, type EventHistory, type KeepOptions } from './keep-events.js';
export { toServerSentEvents, type ServerSentOptions } from './to-server-sent-events.js';
export { bridgeToOpenTelemetry } from './bridge-to-open-telemetry.js';
export { bridgeToLogger, type Logger } from './bridge-to-logger.js';
