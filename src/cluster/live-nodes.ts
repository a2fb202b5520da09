import { Emitter, type Unsubscribe } from '../platform/async/events.js';
import { RepeatedTask } from '../platform/async/repeated-task.js';
import type { Clock } from '../platform/clock.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import type { ClusterStore } from '../store/cluster.js';

/** The interval at which the leases are read, in milliseconds. */
const POLL_MS = 2000;

export interface LiveNodesOptions {
  readonly store: Pick<ClusterStore, 'liveNodes'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Logger;
}

/** Which nodes have ended, by the leases in the store, which are polled: messages of the bus may be lost. */
export class LiveNodes implements Component {
  readonly #events: Emitter<{ read: null }>;
  readonly #polling: RepeatedTask;
  /** the nodes of the newest two polls; null: there was none yet */
  #latest: ReadonlySet<string> | null = null;
  #former: ReadonlySet<string> | null = null;

  constructor(private readonly options: LiveNodesOptions) {
    this.#events = Emitter.logging(options.log, 'nodes');
    this.#polling = new RepeatedTask(options.clock, POLL_MS, () => this.#poll());
  }

  /** The names of the nodes as of the newest poll. */
  get names(): ReadonlySet<string> {
    return this.#latest ?? new Set();
  }

  /**
   * Whether a node has no lease at two polls: at one, it may have begun just after. A node that was never seen is gone, too.
   *
   * @param end what its name ends with
   */
  isGone(end: string): boolean {
    const polls = [this.#latest, this.#former];
    return polls.every((nodes) => nodes !== null && ![...nodes].some((name) => name.endsWith(end)));
  }

  on(name: 'read', listener: () => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  async stop(): Promise<void> {
    await this.#polling.stop();
  }

  async #poll(): Promise<void> {
    try {
      const nodes = await this.options.store.liveNodes();
      [this.#latest, this.#former] = [new Set(nodes), this.#latest];
      this.#events.emit('read', null);
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to read the nodes of the cluster');
    }
  }
}
