import type { Logger } from '../platform/log.js';

/** Resolves on SIGTERM, SIGINT or when `stop` aborts; until then nothing that is thrown ends the process. */
export function untilToldToStop(stop: AbortSignal, log: Logger): Promise<void> {
  // A mistake in one frame's or request's handling must not take every other connection down with it.
  process.on('uncaughtException', (error) => log.error({ err: error }, 'unexpected error'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unexpected rejection'));
  return new Promise((resolve) => {
    const told = () => resolve();
    process.once('SIGTERM', told);
    process.once('SIGINT', told);
    stop.addEventListener('abort', told, { once: true });
    if (stop.aborted) told();
  });
}
