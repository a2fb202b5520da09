import type { Snowflake } from '../../protocol/snowflake.js';

/** Times within this many milliseconds have the same result. */
const SHARED_MS = 1000;
/** How many results are kept. */
const MAX_ASKED = 4;

interface Asked {
  readonly from: number;
  readonly users: Set<Snowflake>;
}

/** Who was concerned by something recently, and when last. */
export class RecentUsers {
  /** the oldest first */
  readonly #times = new Map<Snowflake, number>();
  readonly #asked: Asked[] = [];
  #knownSince: number;

  /**
   * @param elapsed milliseconds on a clock that is never set; all times are its
   * @param keptMs how long it is known, in milliseconds
   */
  constructor(
    private readonly elapsed: () => number,
    private readonly keptMs: number,
  ) {
    this.#knownSince = elapsed();
  }

  add(userId: Snowflake): void {
    const now = this.elapsed();
    this.#times.delete(userId);
    this.#times.set(userId, now);
    for (const { users } of this.#asked) users.add(userId);
    this.#knownSince = Math.max(this.#knownSince, now - this.keptMs);
    for (const [id, time] of this.#times) {
      if (time >= this.#knownSince) break;
      this.#times.delete(id);
    }
    // Its time is no longer needed, and it grows with each user.
    const [oldest] = this.#asked;
    if (oldest !== undefined && oldest.from + SHARED_MS <= this.#knownSince) this.#asked.shift();
  }

  /**
   * The users since a time, and some who were concerned up to a second before; null if it is unknown who they are. Those who are
   * concerned later are added: many sessions that continue at once share the result.
   */
  since(time: number): ReadonlySet<Snowflake> | null {
    if (time < this.#knownSince) return null;
    const from = Math.floor(time / SHARED_MS) * SHARED_MS;
    const known = this.#asked.find((each) => each.from === from);
    if (known !== undefined) return known.users;
    const users = new Set([...this.#times].flatMap(([id, last]) => (last >= from ? [id] : [])));
    this.#asked.push({ from, users });
    if (this.#asked.length > MAX_ASKED) this.#asked.shift();
    return users;
  }

  /** Whether a user is known not to be among those since a time. */
  isNotSince(userId: Snowflake, time: number): boolean {
    return time >= this.#knownSince && (this.#times.get(userId) ?? Number.NEGATIVE_INFINITY) < time;
  }
}

/**
 * What sessions of other nodes may have missed before they continue on this one: events that have no number
 * (docs/adr/0052-sessions-that-move.md).
 */
export class RecentChanges {
  /** users whose presence has changed */
  readonly presences: RecentUsers;
  /** users who would have received events that are not of a guild */
  readonly privateEvents: RecentUsers;
  /** when the applications changed last, as far as is known: before the start they may have */
  #applicationsChangedAt: number;

  /** As of `RecentUsers`. */
  constructor(
    private readonly elapsed: () => number,
    keptMs: number,
  ) {
    this.presences = new RecentUsers(elapsed, keptMs);
    this.privateEvents = new RecentUsers(elapsed, keptMs);
    this.#applicationsChangedAt = elapsed();
  }

  applicationsChanged(): void {
    this.#applicationsChangedAt = this.elapsed();
  }

  haveApplicationsNotChangedSince(time: number): boolean {
    return this.#applicationsChangedAt < time;
  }
}
