import type { Logger } from '../platform/log.js';

/** From now on nothing that is thrown ends the process. */
export function surviveMistakes(log: Logger): void {
  // A mistake in one frame's or request's handling must not take every other connection down with it.
  process.on('uncaughtException', (error) => log.error({ err: error }, 'unexpected error'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unexpected rejection'));
}
