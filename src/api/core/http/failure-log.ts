import type { Clock } from '../../../platform/clock.js';
import type { Logger } from '../../../platform/log.js';
import { StoreError } from '../../../store/errors.js';

/** How long failures for a reason that was logged are only counted, in milliseconds. */
const COUNTED_MS = 10_000;

/** Where a request failed. */
export interface FailedRequest {
  readonly method: string;
  readonly route: string | undefined;
}

/**
 * Logs requests that failed for a reason of ours. While a store or the owner of a guild is unavailable every request fails:
 * then one line says so, and the next one how many others failed meanwhile.
 */
export class FailureLog {
  /** by the code of the error */
  readonly #logged = new Map<string, { readonly at: number; others: number }>();

  constructor(
    private readonly log: Logger,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  failed(error: unknown, request: FailedRequest): void {
    if (!(error instanceof StoreError)) {
      this.log.error({ err: error, ...request }, 'a request failed');
      return;
    }
    const now = this.clock.now();
    const last = this.#logged.get(error.code);
    if (last !== undefined && Math.abs(now - last.at) < COUNTED_MS) {
      last.others += 1;
      return;
    }
    this.#logged.set(error.code, { at: now, others: 0 });
    const others = last?.others ? { others: last.others } : {};
    const { code, message } = error;
    if (error.isOfLoad) {
      this.log.warn({ code, reason: message, ...request, ...others }, 'a request failed');
    } else {
      this.log.error({ err: error, ...request, ...others }, 'a request failed');
    }
  }
}
