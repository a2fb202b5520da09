import { executionAsyncResource } from 'node:async_hooks';

/**
 * Keeps `process.nextTick` fast, which each response and frame calls (docs/adr/0056). V8 remembers the hidden class of the
 * objects that it queues, but not beyond a collection of garbage during which there is none: from then on it creates them
 * in its runtime, five times as slowly, for as long as the process runs. One object that is kept prevents this.
 */
export class NextTickShape {
  readonly #kept: object[] = [];

  /** To be called at the start of the process. */
  start(): void {
    process.nextTick(() => this.#kept.push(executionAsyncResource()));
  }

  stop(): void {
    this.#kept.length = 0;
  }
}
