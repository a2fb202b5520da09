import { type Clock, hasPassed } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ActivityStore } from '../../store/guilds.js';

/** How often activity is stored, in milliseconds: the maximum that a crash can lose. */
const FLUSH_INTERVAL = 60_000;

/** The resolution: prunes count days. */
const RESOLUTION = 3_600_000;

/**
 * The last activity of each user, by which prunes count (docs/rest.md, Get guild prune count). Recording activity
 * costs a map lookup; one row is stored per hour and user, in one statement per minute.
 */
export class LastActivity implements Component {
  /** users who were active since the start */
  readonly #seen = new Map<Snowflake, number>();
  readonly #unkept = new Set<Snowflake>();
  readonly #cancel: () => void;
  #announce: (userId: Snowflake) => void = () => {};

  constructor(
    private readonly store: ActivityStore,
    private readonly clock: Clock,
    /** the users with a live gateway session */
    private readonly online: () => Iterable<Snowflake>,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#cancel = clock.every(FLUSH_INTERVAL, () => void this.#flush());
  }

  /**
   * Calls `announce` for what `seen` records from now on, at most once per hour and user; that somebody is still connected
   * is only stored.
   */
  listen(announce: (userId: Snowflake) => void): void {
    this.#announce = announce;
  }

  /** Records activity of a user. */
  seen(userId: Snowflake): void {
    if (!this.#record(userId)) return;
    this.#unkept.add(userId);
    this.#announce(userId);
  }

  /** Records activity of a user that another node saw and stores. */
  seenElsewhere(userId: Snowflake): void {
    this.#record(userId);
  }

  /** Returns a lookup of the last activity of a guild's members, in milliseconds since the Unix epoch; 0: never. */
  async ofGuild(guildId: Snowflake): Promise<(userId: Snowflake) => number> {
    const kept = await this.store.ofGuild(guildId);
    this.#seeOnline();
    return (userId) => Math.max(kept.get(userId) ?? 0, this.#seen.get(userId) ?? 0);
  }

  async stop(): Promise<void> {
    this.#cancel();
    await this.#flush();
  }

  /** @returns false: the user was seen in the last hour */
  #record(userId: Snowflake): boolean {
    const now = this.clock.now();
    if (!hasPassed(now, this.#seen.get(userId) ?? 0, RESOLUTION)) return false;
    this.#seen.set(userId, now);
    return true;
  }

  #seeOnline(): void {
    for (const userId of this.online()) if (this.#record(userId)) this.#unkept.add(userId);
  }

  async #flush(): Promise<void> {
    this.#seeOnline();
    const users = [...this.#unkept];
    if (users.length === 0) return;
    this.#unkept.clear();
    try {
      await this.store.save(new Map(users.map((id) => [id, this.#seen.get(id) ?? 0])));
    } catch (error) {
      for (const userId of users) this.#unkept.add(userId);
      this.onError(error);
    }
  }
}
