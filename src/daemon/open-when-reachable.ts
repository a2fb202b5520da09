import { pause } from '../platform/async/promises.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import { UnreachableError } from '../store/errors.js';

/** The pause after an attempt, in milliseconds. */
const AGAIN_MS = 1_000;

export interface WaitOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** aborts the start */
  readonly stopping: AbortSignal;
}

/**
 * Opens the store of a node, and waits for its server: after a power cut the machine of the node may start first, and no service
 * manager starts a node again whose start was refused.
 *
 * @throws the reason of `stopping`; what `open` throws apart from `UnreachableError`
 */
export async function openWhenReachable<Opened>(
  open: () => Promise<Opened>,
  { clock, log, stopping }: WaitOptions,
): Promise<Opened> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const opened = await open();
      if (!isFirst) log.info('reached the database');
      return opened;
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      if (isFirst) log.warn({ reason: error.message }, 'the database is unreachable; waiting for it');
    }
    await pause(clock, AGAIN_MS, stopping);
    stopping.throwIfAborted();
  }
}
