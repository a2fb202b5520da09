import type { Snowflake } from '../../protocol/snowflake.js';
import type { Store } from '../../store/sqlite/open-store.js';
import type { ApplicationRow, GrantRow, TokenRow } from '../../store/sqlite/rows.js';
import { remove, sweep, type Write } from '../../store/sqlite/writes.js';
import { mayHave } from '../applications.js';
import type { Authentication } from '../authentication.js';
import type { EventPublisher } from '../event-bus.js';
import type { ApplicationTurns } from './application-turns.js';
import { LIFETIMES } from './lifetimes.js';
import { findOwnToken } from './own-token.js';

/** What one authorization code gave. */
interface Chain {
  readonly user_id: Snowflake;
  readonly application_id: Snowflake;
  readonly grant_id: Snowflake;
  readonly chain: string;
}

/** Takes back what applications were given, and tells the user's clients. */
export class Revocations {
  constructor(
    private readonly store: Store,
    private readonly turns: ApplicationTurns,
    private readonly authentication: Authentication,
    private readonly events: EventPublisher,
    private readonly now: () => number,
  ) {}

  /** Takes back one token and what came of the same code (RFC 7009); an unknown token is as good as revoked. */
  revokeToken({ id }: ApplicationRow, token: string): Promise<void> {
    return this.turns.run(id, async () => {
      const row = await findOwnToken(this.store, id, token, this.now());
      if (row === null || (row.kind !== 'access' && row.kind !== 'refresh')) return;
      await this.revokeTokenRow(row);
    });
  }

  /** Takes back a token of an application and what came of the same code. Call it in the application's turn. */
  async revokeTokenRow({ user_id, application_id, grant_id, chain, hash }: TokenRow): Promise<void> {
    if (application_id === null) return;
    if (chain !== null && grant_id !== null) {
      await this.revokeChain({ user_id, application_id, grant_id, chain });
      return;
    }
    await this.#revoke([remove('tokens', { hash })]);
    this.#tell(user_id, application_id, [hash]);
  }

  /** Takes back what one code gave; with the last of it, the grant. Call it in the application's turn. */
  async revokeChain({ user_id, application_id, grant_id, chain }: Chain): Promise<void> {
    const hashes = await this.store.authorizations.accessTokenHashes(chain);
    const others = await this.store.authorizations.liveTokensBeside(chain, grant_id, this.now());
    // The tokens go with their grant: one commit either way, so that no end in between leaves a grant of nothing.
    await this.#revoke([others === 0 ? remove('grants', { id: grant_id }) : sweep('tokensOfChain', chain)]);
    this.#tell(user_id, application_id, hashes);
  }

  /** Takes back everything a user granted to an application. @returns false if there is no such grant */
  async revokeGrant(userId: Snowflake, grantId: Snowflake): Promise<boolean> {
    const grants = await this.store.authorizations.grantsOfUser(userId);
    const grant = grants.find(({ id }) => id === grantId);
    if (grant === undefined) return false;
    await this.turns.run(grant.application_id, () => this.#removeGrant(grant));
    return true;
  }

  /** Takes back what an application may not have any more, e.g. when it is no longer approved. */
  async revokeDisallowed({ id }: ApplicationRow): Promise<void> {
    await this.turns.run(id, async (application) => {
      for (const grant of await this.store.authorizations.grantsOfApplication(id)) {
        if (!mayHave(application, grant.user_id, grant.scopes)) await this.#removeGrant(grant);
      }
    });
  }

  /** Removes an application and everything that was granted to it. */
  async removeApplication({ id, icon, owner_id }: ApplicationRow): Promise<void> {
    await this.turns.run(id, async () => {
      const grants = await this.store.authorizations.grantsOfApplication(id);
      await this.#revoke([
        remove('applications', { id }),
        ...(icon === null ? [] : [remove('images', { kind: 'icons', owner_id: id, hash: icon })]),
      ]);
      // Tokens of the owner (RFC 6749 §4.4) have no grant.
      const users = new Set([
        ...grants.map(({ user_id }) => user_id),
        ...(owner_id === null ? [] : [owner_id]),
      ]);
      for (const user of users) this.#tell(user, id, null);
    });
  }

  /** Forgets what is expired. */
  async purge(): Promise<void> {
    const now = this.now();
    await this.store.writer.commit([
      sweep('expiredTokens', now),
      sweep('expiredCodes', now),
      sweep('expiredOnceGrants', now - LIFETIMES.authorizationCode - LIFETIMES.onceAccessToken),
      sweep('expiredRpcTokens', now),
    ]);
  }

  async #removeGrant(grant: GrantRow): Promise<void> {
    // One that ends with its connection leaves the application what else it was granted.
    const hashes = grant.once ? await this.store.authorizations.accessTokenHashesOfGrant(grant.id) : null;
    await this.#revoke([remove('grants', { id: grant.id })]);
    this.#tell(grant.user_id, grant.application_id, hashes);
  }

  async #revoke(writes: readonly Write[]): Promise<void> {
    await this.store.writer.commit(writes, { committed: () => this.authentication.revoked() });
  }

  /** @param tokenHashes the access tokens that are void now; null: everything that was granted */
  #tell(userId: Snowflake, applicationId: Snowflake, tokenHashes: readonly string[] | null): void {
    const data = { application_id: applicationId, token_hashes: tokenHashes };
    this.events.userEvent(userId, 'OAUTH2_TOKEN_REVOKE', data);
  }
}
