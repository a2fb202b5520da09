import { hashSecret } from '../../platform/crypto/secrets.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Application } from '../../store/accounts.js';
import type { AuthorizationStore, Grant } from '../../store/authorizations.js';
import type { Store } from '../../store/store.js';
import type { Token } from '../../store/token.js';
import type { Authentication } from '../accounts/authentication.js';
import type { EventPublisher } from '../core/event-bus.js';
import { mayHaveScopes } from './applications.js';
import { LIFETIMES } from './issue-tokens.js';

/** All tokens that derive from one authorization. */
interface Chain {
  readonly userId: Snowflake;
  readonly applicationId: Snowflake;
  readonly grantId: Snowflake;
  readonly chain: string;
}

interface Dependencies {
  readonly store: Pick<Store, 'applications' | 'authorizations'>;
  readonly authentication: Authentication;
  readonly events: EventPublisher;
  /** milliseconds since the Unix epoch */
  now(): number;
}

/** Revokes tokens and grants of applications, and notifies the user's clients. */
export class Revocations {
  /** clears the cache of authenticated callers as soon as a revocation is stored */
  readonly #stored = { committed: () => this.services.authentication.revoked() };

  constructor(private readonly services: Dependencies) {}

  /** Revokes one token and all that derive from the same code (RFC 7009); for an unknown token, nothing is done. */
  async revokeToken({ id }: Application, secret: string): Promise<void> {
    const { store, now } = this.services;
    const token = await findOwnToken(store.authorizations, id, secret, now());
    if (token?.kind === 'access' || token?.kind === 'refresh') await this.revokeWithChain(token);
  }

  /** Revokes a token of an application and all that derive from the same code. */
  async revokeWithChain({ userId, applicationId, grantId, chain, hash }: Token): Promise<void> {
    if (applicationId === null) return;
    if (chain !== null && grantId !== null) {
      await this.revokeChain({ userId, applicationId, grantId, chain });
      return;
    }
    await this.services.store.authorizations.revokeToken(hash, this.#stored);
    this.#publish(userId, applicationId, [hash]);
  }

  /** Revokes all tokens that derive from one code, and removes the grant with its last token. */
  async revokeChain({ userId, applicationId, grantId, chain }: Chain): Promise<void> {
    const { store, now } = this.services;
    const hashes = await store.authorizations.revokeChain({ chain, grantId }, now(), this.#stored);
    this.#publish(userId, applicationId, hashes);
  }

  /** Revokes everything a user granted to an application. @returns false if there is no such grant */
  async revokeGrant(userId: Snowflake, grantId: Snowflake): Promise<boolean> {
    const grant = await this.services.store.authorizations.grantById(grantId);
    if (grant?.userId !== userId) return false;
    await this.#removeGrant(grant);
    return true;
  }

  /** Revokes scopes that an application may no longer have, e.g. when it is no longer approved. */
  async revokeDisallowed(id: Snowflake): Promise<void> {
    const { applications, authorizations } = this.services.store;
    const grants = await authorizations.grantsOfApplication(id);
    const application = await applications.byId(id);
    if (application === null) return;
    for (const grant of grants) {
      if (!mayHaveScopes(application, grant.userId, grant.scopes)) await this.#removeGrant(grant);
    }
  }

  /**
   * Removes an application and everything that was granted to it.
   *
   * @throws {ConflictError} gone: it was removed; guildsOfUser: its bot is in a guild
   */
  async removeApplication({ id, ownerId }: Application): Promise<void> {
    const users = new Set(await this.services.store.applications.remove(id, this.#stored));
    // Tokens of the owner (RFC 6749 §4.4) have no grant.
    if (ownerId !== null) users.add(ownerId);
    for (const user of users) this.#publish(user, id, null);
  }

  /** Removes expired codes and tokens. */
  removeExpired(): Promise<void> {
    const now = this.services.now();
    const onceBefore = now - LIFETIMES.authorizationCode - LIFETIMES.onceToken;
    return this.services.store.authorizations.removeExpired(now, onceBefore);
  }

  async #removeGrant(grant: Grant): Promise<void> {
    const hashes = await this.services.store.authorizations.revokeGrant(grant.id, this.#stored);
    // For an authorization that ends with its connection, the application keeps its other grants.
    this.#publish(grant.userId, grant.applicationId, grant.once ? hashes : null);
  }

  /** @param tokenHashes the access tokens that are revoked; null for everything that was granted */
  #publish(userId: Snowflake, applicationId: Snowflake, tokenHashes: readonly string[] | null): void {
    this.services.events.userEvent(userId, { type: 'tokensRevoked', applicationId, tokenHashes });
  }
}

/** Finds the token that an application sends, if it was issued to this application and has not expired. */
export async function findOwnToken(
  authorizations: Pick<AuthorizationStore, 'token'>,
  applicationId: Snowflake,
  token: string,
  now: number,
): Promise<Token | null> {
  const found = await authorizations.token(hashSecret(token));
  if (found === null || found.applicationId !== applicationId) return null;
  return found.expiresAt !== null && found.expiresAt <= now ? null : found;
}
