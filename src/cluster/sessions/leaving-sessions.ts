import { GATEWAY_LIMITS } from '../../api/gateway/limits.js';
import type { Session } from '../../api/gateway/session.js';
import type { SessionIndex } from '../../api/gateway/session-index.js';
import { sleep, waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { MovedSession, MovedSessionStore } from '../../store/cluster.js';
import type { BusRoundTrip } from '../bus-round-trip.js';
import type { FollowedGuilds } from '../guilds/followed-guilds.js';
import { recordSession } from './session-record.js';

/** How long storing may take when the service stops, in milliseconds. */
export const STORE_WITHIN_MS = 1500;
/** The pause after some could not be stored, in milliseconds. */
const AGAIN_MS = 100;
/** How many characters of sessions are in one statement; the last session may exceed it. */
const BATCH_LENGTH = 1024 * 1024;
/** How many sessions are in one statement. */
const BATCH_SESSIONS = 200;

export interface LeavingSessionsOptions {
  readonly sessions: SessionIndex;
  readonly guilds: Pick<FollowedGuilds, 'positionOf' | 'viewsOf'>;
  readonly store: MovedSessionStore;
  readonly roundTrip: Pick<BusRoundTrip, 'wait'>;
  readonly clock: Pick<Clock, 'after'>;
  /** milliseconds on a clock that is never set */
  readonly elapsed: () => number;
  readonly log: Logger;
}

/**
 * Stores the sessions of this node when it stops, so that clients can resume them on others
 * (docs/adr/0052-sessions-that-move.md).
 */
export class LeavingSessions implements Component {
  constructor(private readonly options: LeavingSessionsOptions) {}

  /** Ends the delivery to all sessions, and stores them as far as there is time. */
  async stop(): Promise<void> {
    const { clock, elapsed, log, sessions } = this.options;
    if (sessions.size === 0) return;
    const deadline = elapsed() + STORE_WITHIN_MS;
    const storing = this.#storeAll(deadline).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to store sessions for other nodes'),
    );
    await waitAtMost(clock, STORE_WITHIN_MS, storing);
  }

  async #storeAll(deadline: number): Promise<void> {
    const { clock, elapsed, log, roundTrip, sessions } = this.options;
    const remainingMs = () => Math.max(1, deadline - elapsed());
    // Without the bus the others do not know of the private events of this node.
    await roundTrip.wait(remainingMs());
    const waiting = [...sessions.all()].values();
    let stored = 0;
    while (elapsed() < deadline) {
      try {
        const count = await this.#storeSome(waiting);
        if (count === null) break;
        stored += count;
      } catch (error) {
        // The store may be back for the next ones.
        log.warn({ err: error }, 'failed to store some sessions for other nodes');
        await sleep(clock, AGAIN_MS);
      }
    }
    // The private events that sessions here have received are then known to others before clients resume there.
    await roundTrip.wait(remainingMs());
    log.info({ sessions: stored }, 'stored sessions for other nodes');
  }

  /** @returns how many were stored; null: there are no more */
  async #storeSome(waiting: Iterator<Session>): Promise<number | null> {
    const { store } = this.options;
    const endedAt = await store.now();
    const batch = this.#nextBatch(waiting);
    if (batch === null) return null;
    if (batch.length > 0) await store.put(batch, { endedAt, lifetimeMs: GATEWAY_LIMITS.RESUME_WITHIN_MS });
    return batch.length;
  }

  /** Freezes some sessions. @returns those that can be continued; null: there are no more */
  #nextBatch(waiting: Iterator<Session>): MovedSession[] | null {
    const { guilds } = this.options;
    const batch: MovedSession[] = [];
    let length = 0;
    for (let count = 0; count < BATCH_SESSIONS && length < BATCH_LENGTH; count += 1) {
      const { done, value: session } = waiting.next();
      if (done) return count === 0 ? null : batch;
      const text = recordSession(session, guilds);
      if (text === null) continue;
      batch.push({ id: session.options.resumeId, userId: session.userId, text });
      length += text.length;
    }
    return batch;
  }
}
