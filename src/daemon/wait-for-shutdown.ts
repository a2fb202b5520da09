/**
 * Resolves on SIGTERM, SIGINT, when the process that started this one with a channel (`npm start`) is gone, or when `stop`
 * aborts. To be called before anything is started: a signal during the start is then an orderly end, too, once that is
 * done; a second one ends the process as it is.
 */
export function waitForShutdown(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => resolve();
    process.once('SIGTERM', finish);
    process.once('SIGINT', finish);
    process.once('disconnect', finish);
    // Listening to the channel must not keep the process alive.
    process.channel?.unref();
    stop.addEventListener('abort', finish, { once: true });
    if (stop.aborted) finish();
  });
}
