/**
 * Resolves on SIGTERM, SIGINT, when the parent process with a channel (`npm start`) has ended, or when `stop` aborts.
 * Must be called before anything is started: a signal during the start then shuts down in order after the start; a
 * second one ends the process at once.
 */
export function waitForShutdown(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => resolve();
    process.once('SIGTERM', finish);
    process.once('SIGINT', finish);
    process.once('disconnect', finish);
    // The channel must not keep the process alive.
    process.channel?.unref();
    stop.addEventListener('abort', finish, { once: true });
    if (stop.aborted) finish();
  });
}
