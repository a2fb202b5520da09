import type { ChatClient } from '../../client/client.js';
import { BackOff } from '../../platform/async/back-off.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { CurrentAuthorization } from '../../protocol/objects/application.js';
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
  readonly client: Pick<ChatClient, 'authorization' | 'on'>;
  readonly connections: RpcConnections;
  readonly revocations: Pick<Revocations, 'revoke'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Asks the service about the token of every authorized connection when the daemon has a new session of the gateway:
 * revocations since the session before were missed. Also soon after an application was changed: it may have lost the origin of
 * a connection. One token is asked about at a time, once for all its connections. A
 * service that cannot be asked closes no connection; it is asked again until it answers.
 */
export class TokenReview implements Component {
  readonly #unsubscribe: Unsubscribe;
  readonly #backOff = new BackOff(RETRY, Math.random);
  /** hashes of tokens about which the service is still to be asked */
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
    for (const { authorization } of this.options.connections) {
      if (authorization !== null) this.#due.add(authorization.tokenHash);
    }
    this.#backOff.reset();
    if (this.#isRunning) return;
    this.#cancelPause();
    void this.#run();
  }

  /** Asks about every token that is due; those that could not be asked about are asked about later. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    const failed = new Set<string>();
    for (const tokenHash of this.#due) {
      // Before the answer: if it becomes due again meanwhile, it is asked about again.
      this.#due.delete(tokenHash);
      const isAnswered = await this.#review(tokenHash);
      if (!isAnswered) failed.add(tokenHash);
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
    const { client, clock, log, revocations } = this.options;
    const authorization = this.#connectionsOf(tokenHash)[0]?.authorization;
    // An expired token gives nothing, and the connection stays open.
    if (authorization === undefined || authorization.expiresAt <= clock.now()) return true;
    let found: CurrentAuthorization | null;
    try {
      found = await client.authorization(authorization.token);
    } catch (error) {
      log.debug({ err: error }, 'failed to verify the token of a connection; retrying later');
      return false;
    }
    // Those that have the token now: a connection may have authenticated with it, or with another one, meanwhile.
    for (const { connection, authorization: current } of this.#connectionsOf(tokenHash)) {
      if (!isConfirmed(connection, current, found)) revocations.revoke(connection);
    }
    return true;
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
