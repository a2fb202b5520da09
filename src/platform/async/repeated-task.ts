import type { Clock } from '../clock.js';
import type { Component } from '../lifecycle.js';

/** Runs a task at an interval, one run at a time: a run that takes longer leaves out those that are due meanwhile. */
export class RepeatedTask implements Component {
  readonly #stopping = new AbortController();
  readonly #cancel: () => void;
  #running: Promise<void> | null = null;

  /** @param task must not throw; it ends early when the signal is aborted */
  constructor(clock: Pick<Clock, 'every'>, ms: number, task: (signal: AbortSignal) => Promise<void>) {
    this.#cancel = clock.every(ms, () => {
      this.#running ??= task(this.#stopping.signal).finally(() => {
        this.#running = null;
      });
    });
  }

  /** Waits for a run in progress. */
  async stop(): Promise<void> {
    this.#cancel();
    this.#stopping.abort();
    await this.#running;
  }
}
