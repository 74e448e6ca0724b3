export interface SignalAbort {
  readonly signal: AbortSignal;
  readonly dispose: () => void;
}

/** Ctrl-C and a polite kill cancel the run; it then cleans up after itself and ends. */
export function abortOnSignals(): SignalAbort {
  const controller = new AbortController();
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listener = (name: NodeJS.Signals): void => controller.abort(new Error(`received ${name}`));
  for (const name of names) process.on(name, listener);
  return {
    signal: controller.signal,
    dispose: () => {
      for (const name of names) process.off(name, listener);
    },
  };
}
