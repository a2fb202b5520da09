import type { Logger } from './log.js';

/**
 * Keeps a fault in code that serves one connection, request or child process from being a fault of the whole process: what
 * a callback throws, or a promise it returns rejects with, is logged and ends that one (docs/reliability.md, Faults).
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
      if (result instanceof Promise) result.catch(this.fail);
    } catch (error) {
      this.fail(error);
    }
  }

  /** A listener that is run inside this boundary. */
  guard<Arguments extends unknown[]>(
    listener: (...args: Arguments) => unknown,
  ): (...args: Arguments) => void {
    return (...args) => this.run(() => listener(...args));
  }

  /** Logs a fault and ends what is inside. */
  readonly fail = (error: unknown): void => {
    this.log.error({ err: error, what: this.what }, 'unexpected fault, closing');
    try {
      this.end();
    } catch (endError) {
      this.log.error({ err: endError, what: this.what }, 'failed to close after a fault');
    }
  };
}
