/**
 * Resolves on SIGTERM, SIGINT or when `stop` aborts. To be called before anything is started: a signal during the start
 * is then an orderly end, too, once that is done; a second one ends the process as it is.
 */
export function untilToldToStop(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const told = () => resolve();
    process.once('SIGTERM', told);
    process.once('SIGINT', told);
    stop.addEventListener('abort', told, { once: true });
    if (stop.aborted) told();
  });
}
