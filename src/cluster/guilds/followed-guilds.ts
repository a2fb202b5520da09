import type { UserDirectory } from '../../api/accounts/user-directory.js';
import { toGuildState } from '../../api/guilds/guild-registry.js';
import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { viewsDigest } from '../../guilds/visible-channels.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { thenOrNow } from '../../platform/async/then-or-now.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry, SharedGuildStore } from '../../store/cluster.js';
import type { GuildFeeds } from '../events/guild-feeds.js';
import { FollowedGuild } from './followed-guild.js';
import type { TypingMessages } from './typing-messages.js';

/** The interval at which guilds without sessions are looked for, in milliseconds. Those that had none twice are dropped. */
export const UNUSED_MS = 60_000;

export interface FollowedGuildsOptions {
  readonly store: SharedGuildStore;
  readonly feeds: Pick<GuildFeeds, 'follow'>;
  readonly typing: Pick<TypingMessages, 'subscribe'>;
  readonly users: UserDirectory;
  readonly clock: Pick<Clock, 'every'>;
  readonly log: Logger;
  /** whether sessions of this node have the guild */
  hasSessions(guildId: Snowflake): boolean;
}

/** What is called when a followed guild changes. */
export interface FollowedListener {
  /** the changes of an entry were applied */
  changed(guild: GuildState, events: readonly GuildEvent[]): void;
  /** the copy is no longer continued: sessions need the guild again */
  expired(guildId: Snowflake): void;
}

interface Followed {
  readonly followed: FollowedGuild;
  readonly unfollow: Unsubscribe;
}

/**
 * The guilds of this node's sessions, each as a copy that its entries keep up to date, whichever node owns the guild
 * (docs/adr/0048-gateway-sessions-on-any-node.md).
 */
export class FollowedGuilds implements Component {
  readonly #guilds = new Map<Snowflake, Followed>();
  readonly #loading = new SingleFlight<Snowflake, GuildState | null>();
  readonly #cancel: () => void;
  #unused = new Set<Snowflake>();
  #listener: FollowedListener | null = null;
  #isStopped = false;

  constructor(private readonly options: FollowedGuildsOptions) {
    this.#cancel = options.clock.every(UNUSED_MS, () => this.#dropUnused());
  }

  /** The number of guilds that are followed. */
  get size(): number {
    return this.#guilds.size;
  }

  /** Sets what is called for changes from now on. */
  listen(listener: FollowedListener): void {
    this.#listener = listener;
  }

  /** The copy of a guild, without a promise if it is followed already. @throws {StoreError} it failed to load */
  get(id: Snowflake): GuildState | null | Promise<GuildState | null> {
    return this.find(id) ?? this.#loading.run(id, () => this.#follow(id));
  }

  /** As of `GuildRegistry`: a copy contains only what is stored, so nothing waits. */
  read<Result>(
    id: Snowflake,
    make: (guild: GuildState | null) => Result | Promise<Result>,
  ): Result | Promise<Result> {
    return thenOrNow(this.get(id), make);
  }

  /** The same. */
  decide<Result>(
    id: Snowflake,
    make: (guild: GuildState | null) => Result | Promise<Result>,
  ): Result | Promise<Result> {
    return thenOrNow(this.get(id), make);
  }

  /** The same. */
  isStored(_id: Snowflake): boolean {
    return true;
  }

  /** The copy of a guild that is followed already. */
  find(id: Snowflake): GuildState | undefined {
    return this.#guilds.get(id)?.followed.guild;
  }

  /** The number of the newest entry that a copy contains; null: the guild is not followed. */
  positionOf(id: Snowflake): number | null {
    return this.#guilds.get(id)?.followed.applied ?? null;
  }

  /** What decided at that entry who may view which channels (`viewsDigest`); null: the guild is not followed. */
  viewsOf(id: Snowflake): string | null {
    const guild = this.#guilds.get(id)?.followed.guild;
    return guild === undefined ? null : viewsDigest(guild);
  }

  /** Waits until the copy contains an entry, or is no longer continued. */
  async untilAt(id: Snowflake, sequence: number): Promise<void> {
    await this.#guilds.get(id)?.followed.untilApplied(sequence);
  }

  /** All copies. */
  *all(): Iterable<GuildState> {
    for (const { followed } of this.#guilds.values()) yield followed.guild;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    for (const id of [...this.#guilds.keys()]) this.#drop(id);
  }

  async #follow(id: Snowflake): Promise<GuildState | null> {
    const { feeds, log, store, typing, users } = this.options;
    const loaded = await store.load(id);
    if (loaded === null) return null;
    const guild = await toGuildState(loaded, users);
    if (this.#isStopped) return guild;
    const expired = () => {
      this.#drop(id);
      this.#listener?.expired(id);
    };
    const followed = new FollowedGuild({
      guild,
      sequence: loaded.sequence,
      users,
      log,
      changed: (_, events) => this.#changed(guild, events),
      broken: expired,
    });
    const deliver = (entry: GuildEntry) => followed.deliver(entry);
    const unfollow = combineUnsubscribes([
      feeds.follow(id, loaded.sequence, { deliver, expired }),
      typing.subscribe(id, (event) => this.#listener?.changed(guild, [event])),
    ]);
    this.#guilds.set(id, { followed, unfollow });
    return guild;
  }

  #changed(guild: GuildState, events: readonly GuildEvent[]): void {
    this.#listener?.changed(guild, events);
    if (events.some(({ type }) => type === 'guildDeleted')) this.#drop(guild.id);
  }

  #drop(id: Snowflake): void {
    const found = this.#guilds.get(id);
    this.#guilds.delete(id);
    found?.followed.stop();
    found?.unfollow();
  }

  #dropUnused(): void {
    const unused = new Set([...this.#guilds.keys()].filter((id) => !this.options.hasSessions(id)));
    for (const id of unused) if (this.#unused.has(id)) this.#drop(id);
    this.#unused = unused;
  }
}
