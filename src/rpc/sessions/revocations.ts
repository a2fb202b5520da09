import type { ChatClient } from '../../client/client.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Component } from '../../platform/lifecycle.js';
import type { RpcContext } from '../context.js';
import type { RpcConnection } from '../transport/connection.js';
import type { RpcConnections } from './connections.js';

type Context = Pick<RpcContext, 'captures' | 'keyCapturePermissions' | 'voiceHolders'>;

/**
 * Closes connections with 4003 when their authorization becomes invalid: the person revoked the grant, or another
 * person signed in (docs/rpc.md, Connecting). `RevocationWatch` is for those that are not authorized yet.
 */
export class Revocations implements Component {
  readonly #unsubscribe: Unsubscribe;

  constructor(
    client: Pick<ChatClient, 'on'>,
    private readonly connections: RpcConnections,
    private readonly context: Context,
  ) {
    this.#unsubscribe = combineUnsubscribes([
      client.on('signIn', () => this.#revokeAll()),
      client.on('grantRevoked', ({ applicationId, tokenHashes }) =>
        this.#revokeGrant(applicationId, tokenHashes),
      ),
    ]);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  #revokeAll(): void {
    for (const connection of this.connections) {
      this.context.keyCapturePermissions.forget(connection);
      if (connection.authorization !== null) this.revoke(connection);
    }
  }

  /** @param tokenHashes the revoked tokens; null: all tokens of the application */
  #revokeGrant(applicationId: string, tokenHashes: readonly string[] | null): void {
    for (const connection of this.connections) {
      const { application, authorization } = connection;
      if (application.id !== applicationId) continue;
      // A connection that has not used its grant yet has none of the tokens, though the grant may be the one with the keys.
      if (tokenHashes === null || authorization === null)
        this.context.keyCapturePermissions.forget(connection);
      if (authorization === null) continue;
      if (tokenHashes === null || tokenHashes.includes(authorization.tokenHash)) this.revoke(connection);
    }
  }

  /** Ends the authorization of a connection, and closes it. */
  revoke(connection: RpcConnection): void {
    connection.revoke();
    this.context.captures.reviewAuthorization(connection);
    this.context.voiceHolders.review(connection);
  }
}
