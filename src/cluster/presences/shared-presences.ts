import type { OtherNodes } from '../../api/gateway/other-nodes.js';
import { combineStatuses } from '../../api/gateway/presences.js';
import type { SessionStatus } from '../../api/gateway/session-options.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Bus } from '../bus/bus.js';
import { NodePresences } from './node-presences.js';
import { MAX_GUILDS, type PresenceMessage, readPresenceMessage, USERS_AT_ONCE } from './presence-messages.js';

/** The subject on which nodes publish the presences of their users. */
const PRESENCES_SUBJECT = 'presences';
/** The interval at which a node publishes its newest number, in milliseconds. */
const NEWEST_MS = 2000;
/** After how many intervals with the bus what was missed has been asked for and has arrived. */
const TICKS_TO_CATCH_UP = 2;
/** How often a node publishes all of its presences at most, and is asked for them by each other, in milliseconds. */
const ALL_MS = 1000;
/** The maximum number of ended nodes whose messages are ignored. */
const MAX_ENDED = 1000;

export interface SharedPresencesOptions {
  readonly bus: Pick<Bus, 'connections' | 'isConnected' | 'publish' | 'subscribe'>;
  /** the name of this process */
  readonly node: string;
  readonly clock: Pick<Clock, 'every' | 'after'>;
}

/** What is called when presences on other nodes may have changed. */
export interface PresenceListener {
  /** The status of a user has changed. @param guildIds the guilds of the user */
  changed(userId: Snowflake, guildIds: readonly Snowflake[]): void;
  /** Any of these statuses may have changed, in any guild. */
  manyChanged(userIds: Iterable<Snowflake>): void;
}

/**
 * The presences of users on all nodes (docs/adr/0048-gateway-sessions-on-any-node.md). Each node numbers its changes; one that
 * misses some asks for all.
 */
export class SharedPresences implements Pick<OtherNodes, 'publish' | 'statusOf'>, Component {
  readonly #own = new Map<Snowflake, SessionStatus>();
  readonly #nodes = new Map<string, NodePresences>();
  /** nodes that have ended as far as the store knows: one that lost the store may still publish */
  readonly #ended = new BoundedMap<string, true>(MAX_ENDED);
  readonly #undo: (() => void)[];
  #number = 0;
  /** how many of the last intervals passed with one connection to the bus */
  #connectedTicks = 0;
  /** `Bus.connections` at the end of the last interval */
  #connections = 0;
  /** cancels the timer that ends the wait after all presences were published; null: nothing waits */
  #wait: (() => void) | null = null;
  #listener: PresenceListener | null = null;

  constructor(private readonly options: SharedPresencesOptions) {
    const { bus, clock } = options;
    this.#undo = [
      bus.subscribe(PRESENCES_SUBJECT, (text) => this.#receive(readPresenceMessage(text))),
      clock.every(NEWEST_MS, () => {
        this.#countTick();
        this.#publish({ kind: 'newest', number: this.#number });
      }),
    ];
    this.#publish({ kind: 'asked', of: null });
  }

  listen(listener: PresenceListener): void {
    this.#listener = listener;
  }

  /** Combines the statuses in the order of the nodes' names, so that every node shows the same one. */
  statusOf(userId: Snowflake, own: SessionStatus | null): SessionStatus | null {
    const found: [node: string, status: SessionStatus][] = own === null ? [] : [[this.options.node, own]];
    for (const [node, { users }] of this.#nodes) {
      const status = users.get(userId);
      if (status !== undefined) found.push([node, status]);
    }
    return found
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .reduce<SessionStatus | null>((combined, [, status]) => combineStatuses(combined, status), null);
  }

  /** Whether a user has a session on another node. */
  isConnectedElsewhere(userId: Snowflake): boolean {
    return this.statusOf(userId, null) !== null;
  }

  /**
   * Whether what other nodes have published has arrived, as far as the bus is concerned: after an outage, however short, it takes
   * an interval.
   */
  get areCurrent(): boolean {
    const { bus } = this.options;
    if (!bus.isConnected || bus.connections !== this.#connections) return false;
    return this.#connectedTicks >= TICKS_TO_CATCH_UP;
  }

  /** Whether the presences of these nodes have arrived, and those of all others that have published anything. */
  knowsAllOf(nodes: Iterable<string>): boolean {
    for (const { isKnown } of this.#nodes.values()) if (!isKnown) return false;
    return [...nodes].every((node) => node === this.options.node || this.#nodes.has(node));
  }

  publish(userId: Snowflake, status: SessionStatus | null, guildIds: readonly Snowflake[]): void {
    if (status === null) this.#own.delete(userId);
    else this.#own.set(userId, status);
    this.#number += 1;
    const ids = guildIds.length > MAX_GUILDS ? null : guildIds;
    this.#publish({ kind: 'changed', number: this.#number, userId, status, guildIds: ids });
  }

  /** Forgets nodes that have ended. @returns the users who were connected to them */
  forget(isGone: (node: string) => boolean): Snowflake[] {
    const forgotten: Snowflake[] = [];
    for (const node of [...this.#ended.keys()]) if (!isGone(node)) this.#ended.delete(node);
    for (const [node, { users }] of [...this.#nodes]) {
      if (!isGone(node)) continue;
      this.#nodes.delete(node);
      this.#ended.set(node, true);
      for (const userId of users.keys()) forgotten.push(userId);
    }
    if (forgotten.length > 0) this.#listener?.manyChanged(forgotten);
    return forgotten;
  }

  async stop(): Promise<void> {
    for (const undo of this.#undo) undo();
    this.#wait?.();
  }

  #countTick(): void {
    const { connections, isConnected } = this.options.bus;
    const isSame = connections === this.#connections;
    this.#connections = connections;
    if (!isConnected) this.#connectedTicks = 0;
    else this.#connectedTicks = isSame ? this.#connectedTicks + 1 : 1;
  }

  #receive(message: PresenceMessage | null): void {
    if (message === null || message.node === this.options.node) return;
    if (message.kind === 'asked') {
      if (message.of === null || message.of === this.options.node) this.#publishAll();
      return;
    }
    const { node } = message;
    if (this.#ended.has(node)) return;
    const known = this.#nodes.get(node) ?? new NodePresences();
    this.#nodes.set(node, known);
    const { changed, isMissing } = known.receive(message);
    const guildIds = message.kind === 'changed' ? message.guildIds : null;
    if (guildIds === null) this.#listener?.manyChanged(changed);
    else for (const userId of changed) this.#listener?.changed(userId, guildIds);
    // While the answer is in progress, each further message shows that the same ones are missing.
    if (!isMissing || known.isAsked) return;
    known.isAsked = true;
    this.options.clock.after(ALL_MS, () => {
      known.isAsked = false;
    });
    this.#publish({ kind: 'asked', of: node });
  }

  #publishAll(): void {
    if (this.#wait !== null) return;
    this.#wait = this.options.clock.after(ALL_MS, () => {
      this.#wait = null;
    });
    const users = [...this.#own];
    const count = Math.max(1, Math.ceil(users.length / USERS_AT_ONCE));
    for (let index = 0; index < count; index += 1) {
      const some = users.slice(index * USERS_AT_ONCE, (index + 1) * USERS_AT_ONCE);
      this.#publish({ kind: 'all', number: this.#number, index, count, users: some });
    }
  }

  #publish(message: object): void {
    this.options.bus.publish(PRESENCES_SUBJECT, JSON.stringify({ node: this.options.node, ...message }));
  }
}
