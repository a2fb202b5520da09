import type { ChatClient, OnceAuthorization } from '../client/client.js';
import type { Clock } from '../platform/clock.js';
import type { Unsubscribe } from '../platform/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { Logger } from '../platform/log.js';
import { waitAtMost } from '../platform/promises.js';
import type { Scope } from '../protocol/scopes.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { OnceGrantsFile } from './once-grants-file.js';

/** How long stopping waits for revocations, in milliseconds; the rest are revoked at the next start. */
const STOP_TIMEOUT_MS = 1_500;

type Client = Pick<ChatClient, 'authorizeOnce' | 'connected' | 'on' | 'revokeGrant' | 'user'>;

/** Authorizes an application for the lifetime of one connection. */
export interface OnceAuthorizer {
  /** @returns an authorization code. @throws {ServiceError} */
  authorize(applicationId: Snowflake, scopes: readonly Scope[], connectionEnd: AbortSignal): Promise<string>;
}

export interface OnceGrantsOptions {
  /** the file that stores grants to revoke */
  readonly path: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Grants that the person allowed once: each is revoked when the connection that requested it closes. Those that could
 * not be revoked, because the daemon or its service stopped first, are revoked when their person is next connected
 * (docs/adr/0015-consent.md).
 */
export class OnceGrants implements OnceAuthorizer, Component {
  /** revocations that are running or waiting for their connection to close */
  readonly #live = new Map<Snowflake, () => Promise<void>>();
  readonly #running = new Set<Promise<void>>();
  readonly #unsubscribe: Unsubscribe;

  private constructor(
    private readonly file: OnceGrantsFile,
    private readonly options: OnceGrantsOptions,
  ) {
    const { client } = options;
    this.#unsubscribe = client.on('connection', ({ connected }) => {
      if (connected) this.#revokeLeftovers();
    });
    if (client.connected) this.#revokeLeftovers();
  }

  /** @throws {UserError} if the file is damaged */
  static async open(options: OnceGrantsOptions): Promise<OnceGrants> {
    return new OnceGrants(await OnceGrantsFile.open(options.path), options);
  }

  async authorize(
    applicationId: Snowflake,
    scopes: readonly Scope[],
    connectionEnd: AbortSignal,
  ): Promise<string> {
    const { client } = this.options;
    const userId = client.user?.id ?? '0';
    const authorization = await client.authorizeOnce(applicationId, scopes);
    const { code, grantId } = authorization;
    const end = () => this.#run(() => this.#revoke(authorization));
    // Before it is in the file: a connection to the service that is established meanwhile ends what nobody owns.
    this.#live.set(grantId, end);
    try {
      await this.file.add({ grant_id: grantId, user_id: userId });
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
    await revoke();
    await this.file.remove(grantId);
  }

  /** Revokes grants of the signed-in person that no connection owns. */
  #revokeLeftovers(): void {
    const { client } = this.options;
    const userId = client.user?.id;
    for (const { grant_id, user_id } of this.file.list()) {
      if (user_id !== userId || this.#live.has(grant_id)) continue;
      void this.#run(async () => {
        await client.revokeGrant(grant_id);
        await this.file.remove(grant_id);
      });
    }
  }

  #run(revocation: () => Promise<void>): Promise<void> {
    const running = revocation().catch((error: unknown) => {
      this.options.log.warn({ err: error }, 'failed to revoke a one-time grant; retrying later');
    });
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }
}
