import type { Logger } from '../log.js';

/**
 * Limits the effect of a fault in code that serves one connection, request or child process: an exception or rejection
 * of a callback is logged and ends only that one (docs/reliability.md, Faults).
 */
export class FaultBoundary {
  /**
   * @param what is ended, for the log, e.g. `RPC connection`
   * @param end ends it; called for each fault
   */
  constructor(
    private readonly what: string,
    private readonly log: Logger,
    private readonly end: () => void,
  ) {}

  /** Runs a callback. Never throws. */
  run(callback: () => unknown): void {
    try {
      const result = callback();
      if (result instanceof Promise) result.catch((error: unknown) => this.fail(error));
    } catch (error) {
      this.fail(error);
    }
  }

  /** Wraps a listener so that it runs inside this boundary. */
  guard<Arguments extends unknown[]>(
    listener: (...args: Arguments) => unknown,
  ): (...args: Arguments) => void {
    // As `run`, without a function for each call: frames pass through here.
    return (...args) => {
      try {
        const result = listener(...args);
        if (result instanceof Promise) result.catch((error: unknown) => this.fail(error));
      } catch (error) {
        this.fail(error);
      }
    };
  }

  /** Logs a fault and ends what the boundary protects. */
  fail(error: unknown): void {
    this.log.error({ err: error, what: this.what }, 'unexpected fault, closing');
    try {
      this.end();
    } catch (endError) {
      this.log.error({ err: endError, what: this.what }, 'failed to close after a fault');
    }
  }
}
