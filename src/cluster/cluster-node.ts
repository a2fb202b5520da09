import { RepeatedTask } from '../platform/async/repeated-task.js';
import type { Clock } from '../platform/clock.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { type ClusterStore, MAX_CLOCK_DIFFERENCE_MS } from '../store/cluster.js';
import type { Bus } from './bus/bus.js';
import { GuildFeeds } from './events/guild-feeds.js';
import { type GuildLease, LEASE_TIMING } from './ownership/guild-lease.js';
import { GuildLeases } from './ownership/guild-leases.js';
import type { CarryOut } from './requests/guild-request.js';
import { LongTexts } from './requests/long-texts.js';
import { type ObserveRequest, observeRequests } from './requests/observe-requests.js';
import { OwnedRequests } from './requests/owned-requests.js';
import { RequestKeys } from './requests/request-keys.js';
import { RequestReceiver } from './requests/request-receiver.js';
import { RequestRouter } from './requests/request-router.js';

/** The interval at which a node removes what is stored no longer, in milliseconds. */
const REMOVAL_MS = 60_000;
/** The interval at which the clock of this machine is compared with the store's, in milliseconds. */
const CLOCK_MS = 60_000;

export interface ClusterNodeOptions {
  readonly store: ClusterStore;
  readonly bus: Bus;
  /** from `processName` */
  readonly node: string;
  readonly clock: Clock;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
  /** carries out a request for a guild that this node owns */
  readonly carryOut: CarryOut;
  /** called once for each guild that was lost: what was loaded under its lease must be forgotten */
  readonly lost: (lease: GuildLease) => void;
  /** called for requests that this node could not carry out at once; by default they are not observed */
  readonly observeRequest?: ObserveRequest | null;
}

/** What a process needs to be one of several nodes over a store: its guilds, requests to it, and events of others. */
export class ClusterNode implements Component {
  readonly leases: GuildLeases;
  readonly requests: Pick<RequestRouter, 'run'>;
  readonly keys: RequestKeys;
  readonly feeds: GuildFeeds;
  readonly #router: RequestRouter;
  readonly #receiver: RequestReceiver;
  readonly #texts: LongTexts;
  readonly #removal: RepeatedTask;
  readonly #cancelClockCheck: () => void;

  constructor(private readonly options: ClusterNodeOptions) {
    const { store, bus, node, clock, elapsed, log, carryOut, lost, observeRequest = null } = options;
    const timing = LEASE_TIMING;
    this.leases = new GuildLeases({ store: store.ownership, node, timing, clock, elapsed, log, lost });
    const owned = new OwnedRequests({ leases: this.leases, replies: store.replies, carryOut });
    const texts = new LongTexts({ bus, node, clock });
    this.#texts = texts;
    this.#router = new RequestRouter({ owned, bus, texts, node, clock, elapsed, log });
    this.keys = new RequestKeys(node);
    this.requests = observeRequests(this.#router, observeRequest);
    this.#receiver = new RequestReceiver({ bus, node, leases: this.leases, owned, texts, clock, log });
    this.feeds = new GuildFeeds({ bus, entries: store.entries, clock, log });
    this.#removal = new RepeatedTask(clock, REMOVAL_MS, () => this.#removeExpired());
    this.#cancelClockCheck = clock.every(CLOCK_MS, () => this.#checkClock());
  }

  /** Begins the lease, so that other nodes know of this one. A store that does not answer is asked again at the interval. */
  async start(): Promise<void> {
    await this.leases.renew();
    this.#checkClock();
  }

  /** Stops taking requests of other nodes and releases the guilds. Stop it before the bus and the store. */
  async stop(): Promise<void> {
    // Closing the store ends a run in progress.
    void this.#removal.stop();
    this.#cancelClockCheck();
    await this.#router.stop();
    await this.#receiver.stop();
    await this.#texts.stop();
    await this.feeds.stop();
    await this.leases.stop();
  }

  #checkClock(): void {
    const aheadMs = this.options.store.clockAhead();
    if (Math.abs(aheadMs) <= MAX_CLOCK_DIFFERENCE_MS) return;
    this.options.log.warn(
      {
        aheadSeconds: Math.round(aheadMs / 100) / 10,
        hint: 'Synchronize the clocks of all machines, e.g. with chrony',
      },
      'the clock of this machine differs from that of the database',
    );
  }

  async #removeExpired(): Promise<void> {
    try {
      await this.options.store.removeExpired();
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to remove expired entries of guilds');
    }
  }
}
