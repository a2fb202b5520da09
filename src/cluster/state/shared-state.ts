import type { Authentication } from '../../api/accounts/authentication.js';
import type { LastActivity } from '../../api/accounts/last-activity.js';
import type { UserDirectory } from '../../api/accounts/user-directory.js';
import type { SharedCounter } from '../../api/core/counters.js';
import type { EventBus } from '../../api/core/event-bus.js';
import type { RateLimiter } from '../../api/core/http/rate-limiter.js';
import type { GatewayHub } from '../../api/gateway/hub.js';
import type { Session } from '../../api/gateway/session.js';
import type { SessionIndex } from '../../api/gateway/session-index.js';
import type { ApiVersion } from '../../api/versions/version.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import { RepeatedTask } from '../../platform/async/repeated-task.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { AuthorizationStore } from '../../store/authorizations.js';
import type { Store } from '../../store/store.js';
import type { ApiCluster } from '../open-cluster.js';
import { SharedCounts } from './shared-counts.js';
import {
  type CounterName,
  readSharedMessage,
  SHARED_SUBJECT,
  type SharedMessage,
  writeSharedMessage,
} from './shared-message.js';
import { SharedPublisher } from './shared-publisher.js';
import { SharedReceiver } from './shared-receiver.js';

/** How long a revocation may remain unknown if its message was lost, in milliseconds. */
export const TOKEN_CHECK_MS = 5000;
/** How long the name of a user may remain outdated if the message was lost, in milliseconds. */
export const ACCOUNT_CHECK_MS = 60_000;
/** The interval at which counts of requests are sent, in milliseconds. */
export const COUNTS_MS = 1000;

/** The number of accounts in one statement. */
const ACCOUNTS_AT_ONCE = 1000;

export interface SharedStateOptions {
  readonly cluster: Pick<ApiCluster, 'bus' | 'name'>;
  readonly versions: readonly ApiVersion[];
  readonly store: Pick<Store, 'authorizations' | 'cluster'>;
  readonly users: UserDirectory;
  readonly activity: LastActivity;
  readonly authentication: Authentication;
  readonly events: EventBus;
  readonly sessions: SessionIndex;
  readonly hub: GatewayHub;
  readonly counters: Readonly<Record<CounterName, SharedCounter>>;
  readonly rateLimiter: RateLimiter;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps what is not per guild the same on all nodes (docs/adr/0049-state-of-all-nodes.md). Changes go over the bus;
 * what gives access is also compared with the store at an interval, because messages may be lost.
 */
export class SharedState implements Component {
  readonly #end: Unsubscribe;
  readonly #checks: readonly RepeatedTask[];
  /** up to which changes of accounts were read; null: none were */
  #accountsPosition: string | null = null;

  constructor(private readonly options: SharedStateOptions) {
    const { authentication, clock, cluster, counters, events, hub, rateLimiter, users, versions } = options;
    const { bus, name } = cluster;
    const send = (message: SharedMessage) => bus.publish(SHARED_SUBJECT, writeSharedMessage(name, message));
    const counts = new SharedCounts(counters, rateLimiter, send);
    const receiver = new SharedReceiver({ ...options, counts, sessions: hub });
    authentication.listenForRevocations(() => send({ kind: 'callers' }));
    options.activity.listen((userId) => send({ kind: 'activity', userId }));
    users.listenForChanges((userId) => send({ kind: 'account', userId }));
    events.subscribe(new SharedPublisher(versions, send));
    this.#end = combineUnsubscribes([
      bus.subscribe(SHARED_SUBJECT, (text) => {
        const message = readSharedMessage(name, text);
        if (message !== null) receiver.apply(message);
      }),
      clock.every(TOKEN_CHECK_MS, () => authentication.forgetCallers()),
      clock.every(COUNTS_MS, () => counts.sendRequests()),
    ]);
    this.#checks = [
      new RepeatedTask(clock, TOKEN_CHECK_MS, () => this.#checkSessions()),
      new RepeatedTask(clock, ACCOUNT_CHECK_MS, (signal) => this.#checkAccounts(signal)),
    ];
  }

  async stop(): Promise<void> {
    this.#end();
    await Promise.all(this.#checks.map((check) => check.stop()));
  }

  async #checkSessions(): Promise<void> {
    const { hub, log, sessions, store } = this.options;
    try {
      await endRevokedSessions(sessions.all(), store.authorizations, (session) => hub.endSession(session));
    } catch (error) {
      log.warn({ err: error }, 'failed to check the tokens of sessions');
    }
  }

  async #checkAccounts(signal: AbortSignal): Promise<void> {
    const { log, store, users } = this.options;
    if (store.cluster === null) return;
    try {
      const since = this.#accountsPosition;
      const { ids, position } = await store.cluster.changedAccounts(since);
      // Before the first position, accounts may have been changed since they were read.
      await users.refreshCached(since === null ? null : ids, ACCOUNTS_AT_ONCE, signal);
      if (!signal.aborted) this.#accountsPosition = position;
    } catch (error) {
      log.warn({ err: error }, 'failed to read accounts again');
    }
  }
}

/** The number of tokens in one statement. */
const AT_ONCE = 1000;

/** Ends the sessions whose tokens no longer exist. @param end ends a session */
async function endRevokedSessions(
  sessions: Iterable<Session>,
  store: Pick<AuthorizationStore, 'existingTokens'>,
  end: (session: Session) => void,
): Promise<void> {
  const all = [...sessions];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    const existing = await store.existingTokens([...new Set(some.map(hashOf))]);
    for (const session of some) if (!existing.has(hashOf(session))) end(session);
  }
}

function hashOf({ options }: Session): string {
  return options.caller.token.hash;
}
