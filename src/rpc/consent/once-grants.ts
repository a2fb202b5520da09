import type { ChatClient, OnceAuthorization } from '../../client/client.js';
import { FairTurns } from '../../net/fair-turns.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import { waitAtMost } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { OnceGrantsFile } from './once-grants-file.js';

/** How long stopping waits for revocations, in milliseconds; the rest are revoked at the next start. */
const STOP_TIMEOUT_MS = 1_500;

/** Grants that are revoked at the same time: a connection that closes may have a hundred. */
const CONCURRENT_REVOCATIONS = 8;

type Client = Pick<ChatClient, 'authorizeOnce' | 'connected' | 'on' | 'revokeGrant' | 'user'>;

/** Authorizes an application for the lifetime of one connection. */
export interface OnceAuthorizer {
  /** @returns an authorization code. @throws {ServiceError} */
  authorize(applicationId: Snowflake, scopes: readonly Scope[], connectionEnd: AbortSignal): Promise<string>;
  /**
   * Revokes what the signed-in person allowed to connections that have closed. Tokens are verified after that, because
   * they could be from such a grant. @throws {ServiceError} not all could be revoked
   */
  revokeLeftovers(): Promise<void>;
}

export interface OnceGrantsOptions {
  /** stores the grants to revoke */
  readonly file: OnceGrantsFile;
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Grants that the person allowed once: each is revoked when the connection that requested it closes. Those that could
 * not be revoked, because the daemon or its service stopped first, are revoked when their person is next connected, and
 * before a token is verified (docs/adr/0010-consent.md).
 */
export class OnceGrants implements OnceAuthorizer, Component {
  /** revocations that are running or waiting for their connection to close */
  readonly #live = new Map<Snowflake, () => Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  /** each gives its removal from the file, which does not fail */
  readonly #revocations = new SingleFlight<Snowflake, { readonly removed: Promise<void> }>();
  readonly #turns = new FairTurns(CONCURRENT_REVOCATIONS);
  readonly #unsubscribe: Unsubscribe;

  constructor(private readonly options: OnceGrantsOptions) {
    const { client } = options;
    this.#unsubscribe = client.on('connection', ({ connected }) => {
      if (connected) void this.#run(() => this.revokeLeftovers());
    });
    if (client.connected) void this.#run(() => this.revokeLeftovers());
  }

  async authorize(
    applicationId: Snowflake,
    scopes: readonly Scope[],
    connectionEnd: AbortSignal,
  ): Promise<string> {
    const { client, file } = this.options;
    const userId = client.user?.id ?? '0';
    const authorization = await client.authorizeOnce(applicationId, scopes);
    const { code, grantId } = authorization;
    const end = () => this.#run(() => this.#revoke(authorization));
    // Before it is in the file: a connection to the service that is established meanwhile ends what nobody owns.
    this.#live.set(grantId, end);
    try {
      await file.add({ grant_id: grantId, user_id: userId });
    } catch (error) {
      // Without the entry in the file the grant would survive a crash.
      this.#live.delete(grantId);
      await authorization.revoke();
      throw error;
    }
    if (connectionEnd.aborted) void end();
    else connectionEnd.addEventListener('abort', () => void end(), { once: true });
    return code;
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
    for (const end of [...this.#live.values()]) void end();
    await waitAtMost(this.options.clock, STOP_TIMEOUT_MS, Promise.all([...this.#running]));
  }

  async #revoke({ grantId, revoke }: OnceAuthorization): Promise<void> {
    if (!this.#live.delete(grantId)) return;
    const { removed } = await this.#revokeOnce(grantId, revoke);
    await removed;
  }

  /** A revocation that waits for its turn looks like a leftover: it is in the file, and its connection is closed. */
  #revokeOnce(
    grantId: Snowflake,
    revoke: () => Promise<unknown>,
  ): Promise<{ readonly removed: Promise<void> }> {
    return this.#revocations.run(grantId, async () => {
      await this.#turns.run(grantId, revoke);
      // It is revoked, whatever becomes of the file.
      return { removed: this.#run(() => this.options.file.remove(grantId)) };
    });
  }

  async revokeLeftovers(): Promise<void> {
    const { client, file } = this.options;
    const userId = client.user?.id;
    const left = file
      .list()
      .filter(({ grant_id, user_id }) => user_id === userId && !this.#live.has(grant_id));
    await Promise.all(
      left.map(({ grant_id }) => this.#revokeOnce(grant_id, () => client.revokeGrant(grant_id))),
    );
  }

  #run(revocation: () => Promise<void>): Promise<void> {
    const running = revocation().catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'failed to revoke a one-time grant; retrying later');
    });
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }
}
