const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Aborts a controller on SIGTERM, SIGINT, and when the parent process with a channel (`npm start`) has ended. Must be
 * called before anything is started: a signal during the start then ends it in order. A second signal ends the process
 * at once.
 */
export function stopOnSignals(stopping: AbortController): void {
  const stop = () => {
    // Another signal, of either kind, has its default effect.
    for (const signal of SIGNALS) process.off(signal, stop);
    stopping.abort();
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  process.once('disconnect', () => stopping.abort());
  // The channel must not keep the process alive.
  process.channel?.unref();
}
