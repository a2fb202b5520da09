import { createSecret, hashSecret } from '../../platform/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import type { Store } from '../../store/open-store.js';
import type { ApplicationRow, AuthorizationCodeRow, GrantRow, TokenRow } from '../../store/rows.js';
import { put, remove, sweep, type Write } from '../../store/writes.js';
import { mayHave } from '../applications.js';
import type { Authentication } from '../authentication.js';
import type { EventFanout } from '../fanout.js';
import type { KeyedLock } from '../keyed-lock.js';
import { issueTokens } from './issue-tokens.js';
import { LIFETIMES } from './lifetimes.js';
import { OAuth2Error } from './oauth2-error.js';

/** What a client_credentials token may do for the application's owner, who was not asked. */
const OWN_SCOPES: ReadonlySet<Scope> = new Set(['identify', 'connections']);

/** A user's yes to an application. */
export interface AuthorizationRequest {
  readonly userId: Snowflake;
  readonly application: ApplicationRow;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string | null;
  readonly rpcToken: string | null;
}

/**
 * Grants, codes and tokens (rest-facts.md, OAuth2). All that happens to one application happens one after the other, so
 * that a code or token is used once however many ask at a time.
 */
export class Authorizations {
  constructor(
    private readonly store: Store,
    private readonly authentication: Authentication,
    private readonly fanout: EventFanout,
    private readonly locks: KeyedLock,
    private readonly ids: SnowflakeFactory,
    private readonly now: () => number,
  ) {}

  /** @throws {OAuth2Error} access_denied if the private beta does not let the application have these scopes */
  requireAllowed(application: ApplicationRow, userId: Snowflake, scopes: readonly Scope[]): void {
    if (mayHave(application, userId, scopes)) return;
    throw new OAuth2Error(
      'access_denied',
      'this application is not approved for these scopes, and the user is not one of its testers',
    );
  }

  /**
   * Lets an application in. @returns the authorization code
   * @throws {OAuth2Error} also if an RPC token is given that is not this application's or was used
   */
  authorize(request: AuthorizationRequest): Promise<string> {
    const { userId, scopes, redirectUri, rpcToken } = request;
    return this.#exclusive(request.application, async (application) => {
      this.requireAllowed(application, userId, scopes);
      const consumed = rpcToken === null ? [] : await this.#consumeRpcToken(request, rpcToken);
      const grant = await this.#extendedGrant(userId, application.id, scopes);
      const code = createSecret();
      const row: AuthorizationCodeRow = {
        hash: hashSecret(code),
        grant_id: grant.id,
        application_id: application.id,
        user_id: userId,
        scopes: [...scopes],
        redirect_uri: redirectUri,
        expires_at: this.now() + LIFETIMES.authorizationCode,
        used: false,
      };
      // Puts first: a removal between them would cost the writer another round.
      await this.store.writer.commit([put('grants', grant), put('authorization_codes', row), ...consumed]);
      return code;
    });
  }

  /** @param redirectUri as sent with the request, undefined if absent. @throws {OAuth2Error} invalid_grant */
  exchangeCode(
    application: ApplicationRow,
    code: string,
    redirectUri: string | undefined,
  ): Promise<TokenResponse> {
    return this.#exclusive(application, async () => {
      const row = await this.store.authorizations.code(hashSecret(code));
      if (row === null || row.application_id !== application.id || row.expires_at <= this.now()) {
        throw new OAuth2Error('invalid_grant', "the code is unknown, expired or another application's");
      }
      if (row.used) {
        await this.#revokeChain(row.user_id, application.id, row.grant_id, row.hash, null);
        throw new OAuth2Error('invalid_grant', 'the code was used before; what it gave is revoked');
      }
      requireRedirectUri(application, row, redirectUri);
      const { user_id, application_id, grant_id, scopes } = row;
      const subject = { user_id, application_id, grant_id, scopes, chain: row.hash };
      const { response, writes } = issueTokens(subject, true, this.now());
      await this.store.writer.commit([put('authorization_codes', { ...row, used: true }), ...writes]);
      return response;
    });
  }

  /** @param scopes what is asked for, null for all the token has. @throws {OAuth2Error} */
  refresh(
    application: ApplicationRow,
    refreshToken: string,
    scopes: readonly Scope[] | null,
  ): Promise<TokenResponse> {
    return this.#exclusive(application, async () => {
      const row = await this.#ownToken(application.id, refreshToken);
      if (row?.kind !== 'refresh') {
        throw new OAuth2Error(
          'invalid_grant',
          "the refresh token is unknown, expired or another application's",
        );
      }
      if (scopes?.some((scope) => !row.scopes.includes(scope))) {
        throw new OAuth2Error('invalid_scope', 'the refresh token does not have these scopes');
      }
      const subject = {
        user_id: row.user_id,
        application_id: application.id,
        grant_id: row.grant_id,
        chain: row.chain,
        scopes: [...(scopes ?? row.scopes)],
      };
      const { response, writes } = issueTokens(subject, true, this.now());
      await this.store.writer.commit([...writes, remove('tokens', { hash: row.hash })]);
      return response;
    });
  }

  /** A token that stands for the application's owner. @throws {OAuth2Error} */
  async clientCredentials(application: ApplicationRow, scopes: readonly Scope[]): Promise<TokenResponse> {
    if (application.owner_id === null) {
      throw new OAuth2Error('unauthorized_client', 'the application has no owner to stand for');
    }
    if (!scopes.every((scope) => OWN_SCOPES.has(scope))) {
      throw new OAuth2Error(
        'invalid_scope',
        `only ${[...OWN_SCOPES].join(' and ')} can be had without a user's consent`,
      );
    }
    const subject = {
      user_id: application.owner_id,
      application_id: application.id,
      grant_id: null,
      chain: null,
      scopes: [...scopes],
    };
    const { response, writes } = issueTokens(subject, false, this.now());
    await this.#exclusive(application, () => this.store.writer.commit(writes));
    return response;
  }

  /** A one-time token that skips the user's modal (interface.md, Authentication 6). @throws {OAuth2Error} */
  createRpcToken(application: ApplicationRow): Promise<string> {
    if (!application.approved && application.testers.length === 0) {
      throw new OAuth2Error('unauthorized_client', 'the application is not approved and has no testers');
    }
    return this.#exclusive(application, async () => {
      const token = createSecret();
      const expires_at = this.now() + LIFETIMES.rpcToken;
      const row = { hash: hashSecret(token), application_id: application.id, expires_at };
      await this.store.writer.commit([put('rpc_tokens', row)]);
      return token;
    });
  }

  /** Takes back one token and what came of the same code (RFC 7009); an unknown token is as good as revoked. */
  revokeToken(application: ApplicationRow, token: string): Promise<void> {
    return this.#exclusive(application, async () => {
      const row = await this.#ownToken(application.id, token);
      if (row === null || (row.kind !== 'access' && row.kind !== 'refresh')) return;
      const accessToken = row.kind === 'access' ? token : null;
      if (row.chain !== null && row.grant_id !== null) {
        await this.#revokeChain(row.user_id, application.id, row.grant_id, row.chain, accessToken);
        return;
      }
      await this.#revoke([remove('tokens', { hash: row.hash })]);
      this.#tell(row.user_id, application.id, accessToken);
    });
  }

  /** Takes back everything a user granted to an application. @returns false if there is no such grant */
  async revokeGrant(userId: Snowflake, grantId: Snowflake): Promise<boolean> {
    const grants = await this.store.authorizations.grantsOfUser(userId);
    const grant = grants.find(({ id }) => id === grantId);
    if (grant === undefined) return false;
    await this.locks.run(lockOf(grant.application_id), () => this.#removeGrant(grant));
    return true;
  }

  /** Takes back what an application may not have any more, e.g. when it is no longer approved. */
  async revokeDisallowed(application: ApplicationRow): Promise<void> {
    await this.#exclusive(application, async () => {
      for (const grant of await this.store.authorizations.grantsOfApplication(application.id)) {
        if (!mayHave(application, grant.user_id, grant.scopes)) await this.#removeGrant(grant);
      }
    });
  }

  /** Removes an application and everything that was granted to it. */
  async removeApplication(application: ApplicationRow): Promise<void> {
    await this.#exclusive(application, async () => {
      const grants = await this.store.authorizations.grantsOfApplication(application.id);
      await this.#revoke([remove('applications', { id: application.id })]);
      for (const grant of grants) this.#tell(grant.user_id, application.id, null);
    });
  }

  /** Forgets what is expired. */
  async purge(): Promise<void> {
    const now = this.now();
    await this.store.writer.commit([
      sweep('expiredTokens', now),
      sweep('expiredCodes', now),
      sweep('expiredRpcTokens', now),
    ]);
  }

  async #consumeRpcToken(request: AuthorizationRequest, rpcToken: string): Promise<Write[]> {
    if (request.scopes.includes('messages.read')) {
      throw new OAuth2Error('invalid_scope', 'messages.read cannot be had with an RPC token');
    }
    const row = await this.store.authorizations.rpcToken(hashSecret(rpcToken));
    if (row === null || row.application_id !== request.application.id || row.expires_at <= this.now()) {
      throw new OAuth2Error(
        'invalid_grant',
        "the RPC token is unknown, used, expired or another application's",
      );
    }
    return [remove('rpc_tokens', { hash: row.hash })];
  }

  async #extendedGrant(
    userId: Snowflake,
    applicationId: Snowflake,
    scopes: readonly string[],
  ): Promise<GrantRow> {
    const known = await this.store.authorizations.grant(userId, applicationId);
    if (known !== null) return { ...known, scopes: [...new Set([...known.scopes, ...scopes])] };
    return {
      id: this.ids.next(),
      user_id: userId,
      application_id: applicationId,
      scopes: [...scopes],
      created_at: this.now(),
    };
  }

  async #ownToken(applicationId: Snowflake, token: string): Promise<TokenRow | null> {
    const row = await this.store.authorizations.token(hashSecret(token));
    if (row === null || row.application_id !== applicationId) return null;
    return row.expires_at !== null && row.expires_at <= this.now() ? null : row;
  }

  /** @param accessToken the token it was about, null if it was not about an access token */
  async #revokeChain(
    userId: Snowflake,
    applicationId: Snowflake,
    grantId: Snowflake,
    chain: string,
    accessToken: string | null,
  ): Promise<void> {
    await this.#revoke([sweep('tokensOfChain', chain)]);
    const last = (await this.store.authorizations.liveTokens(grantId, this.now())) === 0;
    if (last) await this.#revoke([remove('grants', { id: grantId })]);
    if (last || accessToken !== null) this.#tell(userId, applicationId, accessToken);
  }

  async #removeGrant(grant: GrantRow): Promise<void> {
    await this.#revoke([remove('grants', { id: grant.id })]);
    this.#tell(grant.user_id, grant.application_id, null);
  }

  async #revoke(writes: readonly Write[]): Promise<void> {
    await this.store.writer.commit(writes, { committed: () => this.authentication.revoked() });
  }

  #tell(userId: Snowflake, applicationId: Snowflake, accessToken: string | null): void {
    const data = { application_id: applicationId, access_token: accessToken };
    this.fanout.userEvent(userId, 'OAUTH2_TOKEN_REVOKE', data);
  }

  /** Waits for its turn; by then the application may have been changed or removed. */
  #exclusive<Result>(
    { id }: ApplicationRow,
    task: (application: ApplicationRow) => Promise<Result>,
  ): Promise<Result> {
    return this.locks.run(lockOf(id), async () => {
      const application = await this.store.applications.byId(id);
      if (application === null) throw new OAuth2Error('invalid_client', 'the application does not exist');
      return task(application);
    });
  }
}

function lockOf(applicationId: Snowflake): string {
  return `oauth2 ${applicationId}`;
}

/** RFC 6749 §4.1.3, as far as the specification goes: one that is sent must be registered (Authentication 4). */
function requireRedirectUri(
  application: ApplicationRow,
  code: AuthorizationCodeRow,
  sent: string | undefined,
): void {
  const registered = sent === undefined || application.redirect_uris.includes(sent);
  const bound = code.redirect_uri === null || code.redirect_uri === sent;
  if (registered && bound) return;
  throw new OAuth2Error('invalid_grant', 'the redirect_uri is not the one of the authorization request');
}
