import type { Clock } from '../../platform/clock.js';
import { SingleFlight } from '../../platform/coalesce.js';
import { Emitter, type Unsubscribe } from '../../platform/events.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { ClusterStore } from '../../store/cluster.js';

/** The interval of looks, in milliseconds. */
const LOOK_MS = 2000;

export interface LiveNodesOptions {
  readonly store: Pick<ClusterStore, 'liveNodes'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Logger;
}

/** Which nodes have ended, from looks at the leases in the store: messages of the bus may be lost. */
export class LiveNodes implements Component {
  readonly #looking = new SingleFlight<'nodes', void>();
  readonly #events: Emitter<{ looked: null }>;
  readonly #cancel: () => void;
  /** the nodes of the newest two looks; null: there was none yet */
  #latest: ReadonlySet<string> | null = null;
  #former: ReadonlySet<string> | null = null;

  constructor(private readonly options: LiveNodesOptions) {
    this.#events = Emitter.logging(options.log, 'nodes');
    this.#cancel = options.clock.every(LOOK_MS, () => void this.#looking.run('nodes', () => this.#look()));
  }

  /**
   * Whether a node has no lease at two looks: at one, it may have begun just after. A node that nobody has seen is gone, too.
   *
   * @param end what its name ends with
   */
  isGone(end: string): boolean {
    const looks = [this.#latest, this.#former];
    return looks.every((nodes) => nodes !== null && ![...nodes].some((name) => name.endsWith(end)));
  }

  on(name: 'looked', listener: () => void): Unsubscribe {
    return this.#events.on(name, listener);
  }

  async stop(): Promise<void> {
    this.#cancel();
  }

  async #look(): Promise<void> {
    try {
      const nodes = await this.options.store.liveNodes();
      [this.#latest, this.#former] = [new Set(nodes), this.#latest];
      this.#events.emit('looked', null);
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to look for the nodes of the cluster');
    }
  }
}
