import type { ChatClient } from '../../client/client.js';
import { BackOff } from '../../platform/async/back-off.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { CurrentAuthorization } from '../../protocol/objects/application.js';
import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { mayUseOrigin } from '../applications/may-use-origin.js';
import type { RpcConnection } from '../transport/connection.js';
import type { RpcConnections } from './connections.js';
import type { Revocations } from './revocations.js';
import type { Authorization } from './session.js';

/** The time between two lookups, in milliseconds, so that a review does not use up the person's quota of the service. */
const PACE_MS = 50;

/** The time after a change of any application of the service, in milliseconds: a large service changes one all the time. */
const AFTER_CHANGE_MS = 5_000;

/** Delays until the service is asked again about tokens that it could not be asked about, in milliseconds. */
const RETRY = { firstMs: 1_000, longestMs: 60_000 };

export interface TokenReviewOptions {
  readonly client: Pick<ChatClient, 'application' | 'authorization' | 'on'>;
  readonly connections: RpcConnections;
  readonly revocations: Pick<Revocations, 'revoke'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Asks the service about the token of every authorized connection when the daemon has a new session of the gateway:
 * revocations since the session before were missed. Also soon after an application was changed: it may have lost the origin of
 * a connection. For connections without a token, which may show an activity, it checks whether their application still exists
 * and has their origin. One token or application is asked about at a time, once for all its connections. A service that
 * cannot be asked closes no connection; it is asked again until it answers.
 */
export class TokenReview implements Component {
  readonly #unsubscribe: Unsubscribe;
  readonly #backOff = new BackOff(RETRY, Math.random);
  /** hashes of tokens, and ids of applications, about which the service is still to be asked */
  #due = new Set<string>();
  #isRunning = false;
  #stopped = false;
  #cancelPause: () => void = () => {};
  /** null: no review follows a change */
  #cancelReview: (() => void) | null = null;

  constructor(private readonly options: TokenReviewOptions) {
    const { client } = options;
    this.#unsubscribe = combineUnsubscribes([
      client.on('newSession', () => this.#start()),
      client.on('applicationsChanged', () => this.#startSoon()),
    ]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    this.#cancelPause();
    this.#cancelReview?.();
  }

  #startSoon(): void {
    this.#cancelReview ??= this.options.clock.after(AFTER_CHANGE_MS, () => {
      this.#cancelReview = null;
      this.#start();
    });
  }

  #start(): void {
    for (const { application, authorization, isRegistered } of this.options.connections) {
      if (authorization !== null) this.#due.add(authorization.tokenHash);
      else if (isRegistered) this.#due.add(application.id);
    }
    this.#backOff.reset();
    if (this.#isRunning) return;
    this.#cancelPause();
    void this.#run();
  }

  /** Asks about all that is due; what could not be asked about is asked about later. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    const failed = new Set<string>();
    for (const due of this.#due) {
      // Before the answer: if it becomes due again meanwhile, it is asked about again.
      this.#due.delete(due);
      const isAnswered = isSnowflake(due) ? await this.#reviewApplication(due) : await this.#review(due);
      if (!isAnswered) failed.add(due);
      if (this.#due.size > 0) await this.#pause(PACE_MS);
      if (this.#stopped) return;
    }
    this.#due = failed;
    this.#isRunning = false;
    if (failed.size > 0)
      this.#cancelPause = this.options.clock.after(this.#backOff.next(), () => void this.#run());
  }

  /** @returns whether the service answered */
  async #review(tokenHash: string): Promise<boolean> {
    const { client, clock, revocations } = this.options;
    const authorization = this.#connectionsOf(tokenHash)[0]?.authorization;
    // An expired token gives nothing, and the connection stays open.
    if (authorization === undefined || authorization.expiresAt <= clock.now()) return true;
    const found = await this.#ask(() => client.authorization(authorization.token));
    if (found === undefined) return false;
    // Those that have the token now: a connection may have authenticated with it, or with another one, meanwhile.
    for (const { connection, authorization: current } of this.#connectionsOf(tokenHash)) {
      if (!isConfirmed(connection, current, found)) revocations.revoke(connection);
    }
    return true;
  }

  /** @returns whether the service answered */
  async #reviewApplication(id: Snowflake): Promise<boolean> {
    const { client, connections } = this.options;
    const withoutToken = () =>
      [...connections].filter(
        ({ application, authorization, isRegistered }) =>
          application.id === id && authorization === null && isRegistered,
      );
    if (withoutToken().length === 0) return true;
    const found = await this.#ask(() => client.application(id));
    if (found === undefined) return false;
    for (const connection of withoutToken()) {
      if (found !== null && mayUseOrigin(found, connection.origin)) continue;
      connection.close(connection.origin === null ? RPC_CLOSES.INVALID_CLIENT_ID : RPC_CLOSES.INVALID_ORIGIN);
    }
    return true;
  }

  /** @returns undefined if the service did not answer */
  async #ask<Found>(lookUp: () => Promise<Found>): Promise<Found | undefined> {
    try {
      return await lookUp();
    } catch (error) {
      this.options.log.debug({ err: error }, 'failed to verify a connection; retrying later');
      return undefined;
    }
  }

  #connectionsOf(tokenHash: string): { connection: RpcConnection; authorization: Authorization }[] {
    return [...this.options.connections].flatMap((connection) => {
      const { authorization } = connection;
      return authorization?.tokenHash === tokenHash ? [{ connection, authorization }] : [];
    });
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.options.clock.after(ms, resolve);
      this.#cancelPause = () => {
        cancel();
        resolve();
      };
    });
  }
}

/** Whether the service still grants what a connection has, to its origin. */
function isConfirmed(
  { application, origin }: RpcConnection,
  { scopes, user }: Authorization,
  found: CurrentAuthorization | null,
): boolean {
  if (found === null || found.application.id !== application.id || found.user.id !== user.id) return false;
  if (!mayUseOrigin(found.application, origin)) return false;
  return [...scopes].every((scope) => found.scopes.includes(scope));
}
