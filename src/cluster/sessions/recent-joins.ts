import { BoundedMap } from '../../platform/async/bounded-map.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** How long a join is remembered, in milliseconds: longer than a message of another node is in transit. */
const KEPT_MS = 10_000;
/** The maximum number of users who are remembered, and of guilds of each. */
const MAX_USERS = 10_000;
const MAX_GUILDS = 100;

/** The guilds that users joined recently: other nodes may not have known of them when they sent the status of a user. */
export class RecentJoins {
  /** user → guild → when the user joined */
  readonly #users = new BoundedMap<Snowflake, Map<Snowflake, number>>(MAX_USERS);

  /** @param elapsed milliseconds on a clock that is never set */
  constructor(private readonly elapsed: () => number) {}

  add(userId: Snowflake, guildId: Snowflake): void {
    const guilds = this.#users.get(userId) ?? new BoundedMap<Snowflake, number>(MAX_GUILDS);
    guilds.delete(guildId);
    guilds.set(guildId, this.elapsed());
    // The map is then the oldest first.
    this.#users.delete(userId);
    this.#users.set(userId, guilds);
    this.#dropOld();
  }

  /** The guilds that a user joined recently. */
  ofUser(userId: Snowflake): readonly Snowflake[] {
    this.#dropOld();
    return [...(this.#users.get(userId) ?? [])].flatMap(([id, at]) => (this.#isOld(at) ? [] : id));
  }

  #dropOld(): void {
    for (const [userId, guilds] of this.#users) {
      const newest = Math.max(...guilds.values());
      if (!this.#isOld(newest)) break;
      this.#users.delete(userId);
    }
  }

  #isOld(at: number): boolean {
    return this.elapsed() - at >= KEPT_MS;
  }
}
