import type { Bus } from '../../cluster/bus/bus.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { PresencesElsewhere } from '../gateway/presence-updates.js';
import type { SessionStatus } from '../gateway/session.js';
import { NodePresences } from './node-presences.js';
import {
  GUILDS_AT_ONCE,
  type PresenceMessage,
  readPresenceMessage,
  USERS_AT_ONCE,
} from './presence-messages.js';

/** The subject on which nodes publish the presences of their users. */
export const PRESENCES_SUBJECT = 'presences';
/** The interval at which a node publishes its newest number, in milliseconds. */
const NEWEST_MS = 2000;
/** How often a node publishes all of its presences at most, in milliseconds. */
const ALL_MS = 1000;

export interface SharedPresencesOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** the name of this process */
  readonly node: string;
  readonly clock: Pick<Clock, 'every' | 'after'>;
}

/** Is called when the status of a user on other nodes may have changed. @param guildIds null: all guilds of the user */
export type PresenceListener = (userId: Snowflake, guildIds: readonly Snowflake[] | null) => void;

/**
 * The presences of users on all nodes (docs/adr/0080-gateway-sessions-on-any-node.md). Each node numbers its changes; one that
 * misses some asks for all.
 */
export class SharedPresences implements PresencesElsewhere, Component {
  readonly #own = new Map<Snowflake, SessionStatus>();
  readonly #nodes = new Map<string, NodePresences>();
  readonly #undo: (() => void)[];
  #number = 0;
  /** cancels the timer that ends the wait after all presences were published; null: nothing waits */
  #wait: (() => void) | null = null;
  #listener: PresenceListener = () => {};

  constructor(private readonly options: SharedPresencesOptions) {
    const { bus, clock } = options;
    this.#undo = [
      bus.subscribe(PRESENCES_SUBJECT, (text) => this.#receive(readPresenceMessage(text))),
      clock.every(NEWEST_MS, () => this.#publish({ kind: 'newest', number: this.#number })),
    ];
    this.#publish({ kind: 'asked', of: null });
  }

  listen(listener: PresenceListener): void {
    this.#listener = listener;
  }

  statusOf(userId: Snowflake): SessionStatus | null {
    let first: string | null = null;
    let found: SessionStatus | null = null;
    for (const [node, { users }] of this.#nodes) {
      const status = users.get(userId);
      if (status === undefined) continue;
      // Somebody who is visible on one node is not offline because of another.
      const isBetter = found === null || (found.status === 'offline' && status.status !== 'offline');
      const isTie = found !== null && (found.status === 'offline') === (status.status === 'offline');
      if (isBetter || (isTie && first !== null && node < first)) [first, found] = [node, status];
    }
    return found;
  }

  publish(userId: Snowflake, status: SessionStatus | null, guildIds: readonly Snowflake[]): void {
    if (status === null) this.#own.delete(userId);
    else this.#own.set(userId, status);
    this.#number += 1;
    for (let start = 0; start === 0 || start < guildIds.length; start += GUILDS_AT_ONCE) {
      const some = guildIds.slice(start, start + GUILDS_AT_ONCE);
      this.#publish({ kind: 'changed', number: this.#number, userId, status, guildIds: some });
    }
  }

  /** Forgets nodes that have ended. */
  forget(isGone: (node: string) => boolean): void {
    for (const [node, { users }] of [...this.#nodes]) {
      if (!isGone(node)) continue;
      this.#nodes.delete(node);
      for (const userId of users.keys()) this.#listener(userId, null);
    }
  }

  async stop(): Promise<void> {
    for (const undo of this.#undo) undo();
    this.#wait?.();
  }

  #receive(message: PresenceMessage | null): void {
    if (message === null || message.node === this.options.node) return;
    if (message.kind === 'asked') {
      if (message.of === null || message.of === this.options.node) this.#publishAll();
      return;
    }
    const { node } = message;
    const known = this.#nodes.get(node) ?? new NodePresences();
    this.#nodes.set(node, known);
    const { changed, isMissing } = known.receive(message);
    const guildIds = message.kind === 'changed' ? message.guildIds : null;
    for (const userId of changed) this.#listener(userId, guildIds);
    if (isMissing) this.#publish({ kind: 'asked', of: node });
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
