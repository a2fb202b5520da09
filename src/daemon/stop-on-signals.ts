/**
 * Aborts a controller on SIGTERM, SIGINT, and when the parent process with a channel (`npm start`) has ended. Must be
 * called before anything is started: a signal during the start then ends it in order. A second signal ends the process
 * at once.
 */
export function stopOnSignals(stopping: AbortController): void {
  const stop = () => stopping.abort();
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  process.once('disconnect', stop);
  // The channel must not keep the process alive.
  process.channel?.unref();
}
