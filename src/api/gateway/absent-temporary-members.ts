import { setMaxListeners } from 'node:events';
import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import { pause, retryUntilDone } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildStore, TemporaryMembership } from '../../store/guilds.js';
import { GATEWAY_LIMITS } from './limits.js';
import type { SessionChanges } from './session-effects.js';

/** The pause after the store could not be read, in milliseconds. */
const AGAIN_MS = 5_000;
/** The shortest wait for users who left again meanwhile, in milliseconds: those of about the same time share it. */
const LEAST_WAIT_MS = 1_000;
/** The maximum number of memberships that are read at once. */
const PAGE = 1_000;

export interface AbsentTemporaryMembersOptions {
  readonly store: Pick<GuildStore, 'someTemporaryMemberships' | 'temporaryMemberships'>;
  readonly changes: Pick<SessionChanges, 'ensure'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** whether a user has no session on any node; null: unknown, e.g. without the bus */
  isGone(userId: Snowflake): boolean | null;
  /** whether the presences of all nodes have arrived since the start */
  knowsAll(): boolean;
}

/**
 * Ends temporary memberships of users who joined without a session, whose node was killed, whose session moved, or whose sessions on
 * several nodes have ended, unless they connect as long as a session without a connection is kept. In a cluster every node asks the
 * owners for that, and the first request ends a membership. A process that has started checks all temporary members once: those that knew who
 * was connected to a killed one may have restarted, too.
 */
export class AbsentTemporaryMembers implements Component {
  readonly #stopping = new AbortController();
  /** the users who are waited for → when they left last, in milliseconds since the Unix epoch */
  readonly #leftAt = new Map<Snowflake, number>();
  /** whose last session has ended just now */
  readonly #ended = new Set<Snowflake>();
  #hasStarted = false;

  constructor(private readonly options: AbsentTemporaryMembersOptions) {
    // Each wait listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** Waits for those who join, and may not connect. */
  guildEvents(
    { temporaryMembers }: Pick<GuildState, 'temporaryMembers'>,
    events: readonly GuildEvent[],
  ): void {
    for (const event of events) {
      if (event.type === 'guildJoined' && temporaryMembers.has(event.userId)) {
        this.endUnlessReturned([event.userId]);
      }
    }
  }

  /** Ends the temporary memberships of a user whose last session has ended. */
  endNow(userId: Snowflake): void {
    // Many sessions may expire together: they are looked up at once.
    if (this.#ended.size === 0) setImmediate(() => this.#endEnded());
    this.#ended.add(userId);
  }

  /** Ends the temporary memberships of those of the users who are not connected then. */
  endUnlessReturned(userIds: readonly Snowflake[]): void {
    const now = this.options.clock.now();
    const added = new Set(userIds.filter((id) => !this.#leftAt.has(id)));
    for (const id of userIds) this.#leftAt.set(id, now);
    if (added.size > 0) void this.#endLater([...added]);
  }

  /** Looks through all temporary members, once it is known who is connected. */
  lookThroughOnce(): void {
    // Who is connected to a node whose presences are unknown would leave.
    if (this.#hasStarted || !this.options.knowsAll()) return;
    this.#hasStarted = true;
    void this.#lookThroughAll();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
  }

  #endEnded(): void {
    const userIds = [...this.#ended];
    this.#ended.clear();
    void this.#end(userIds, () => true);
  }

  async #lookThroughAll(): Promise<void> {
    const { clock, isGone, log, store } = this.options;
    const { signal } = this.#stopping;
    let last: TemporaryMembership | null = null;
    const lookThroughSome = async () => {
      for (let isOver = false; !isOver && !signal.aborted; ) {
        const found: TemporaryMembership[] = await store.someTemporaryMemberships(last, PAGE);
        this.endUnlessReturned(found.flatMap(({ userId }) => (isGone(userId) === false ? [] : userId)));
        last = found.at(-1) ?? last;
        isOver = found.length < PAGE;
      }
    };
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'failed to check temporary members; retrying');
    await retryUntilDone(lookThroughSome, failed, { clock, pauseMs: AGAIN_MS, signal });
  }

  /** Who leaves again meanwhile has the whole time once more, within the same wait. */
  async #endLater(userIds: readonly Snowflake[]): Promise<void> {
    const { clock } = this.options;
    const { signal } = this.#stopping;
    let waitMs: number = GATEWAY_LIMITS.RESUME_WITHIN_MS;
    for (let waiting = userIds; waiting.length > 0; ) {
      await pause(clock, waitMs, signal);
      if (signal.aborted) return;
      const now = clock.now();
      const due = waiting.filter((id) => this.#remainingMs(id, now) === 0);
      for (const id of due) this.#leftAt.delete(id);
      waiting = waiting.filter((id) => this.#leftAt.has(id));
      const remainingMs = waiting.reduce<number>(
        (least, id) => Math.min(least, this.#remainingMs(id, now)),
        GATEWAY_LIMITS.RESUME_WITHIN_MS,
      );
      waitMs = Math.max(LEAST_WAIT_MS, remainingMs);
      // Who has left once more meanwhile is waited for again.
      if (due.length > 0) void this.#end(due, (id) => !this.#leftAt.has(id));
    }
  }

  /** How long a user may still return, in milliseconds; 0 too if the clock was set back. */
  #remainingMs(userId: Snowflake, now: number): number {
    const goneMs = now - (this.#leftAt.get(userId) ?? 0);
    return goneMs < 0 ? 0 : Math.max(0, GATEWAY_LIMITS.RESUME_WITHIN_MS - goneMs);
  }

  /** Ends the temporary memberships of those of the users who are not connected. @param isDue asked before each attempt */
  async #end(userIds: readonly Snowflake[], isDue: (userId: Snowflake) => boolean): Promise<void> {
    const { changes, clock, isGone, log, store } = this.options;
    const { signal } = this.#stopping;
    const end = async () => {
      const absent = userIds.filter((id) => isGone(id) !== false && isDue(id));
      const found = await store.temporaryMemberships(absent);
      for (const { guildId, userId } of found) {
        changes.ensure(guildId, { kind: 'temporary-end', userId }, () => isGone(userId));
      }
    };
    const failed = (error: unknown) =>
      log.warn({ err: error }, 'failed to look for temporary members who are absent; retrying');
    await retryUntilDone(end, failed, { clock, pauseMs: AGAIN_MS, signal });
  }
}
