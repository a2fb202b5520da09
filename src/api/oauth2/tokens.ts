import type { Static } from 'typebox';
import { hashSecret } from '../../platform/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { TokenBody } from '../../protocol/rest/oauth2-bodies.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Store } from '../../store/sqlite/open-store.js';
import type { ApplicationRow, AuthorizationCodeRow, TokenRow } from '../../store/sqlite/rows.js';
import { put } from '../../store/sqlite/writes.js';
import type { ApplicationTurns } from './application-turns.js';
import { issueTokens, LASTING, NOT_RENEWED, ONCE } from './issue-tokens.js';
import { LIFETIMES } from './lifetimes.js';
import { OAuth2Error } from './oauth2-error.js';
import { findOwnToken } from './own-token.js';
import { requireVerifier } from './pkce.js';
import type { Revocations } from './revocations.js';

/** What a client_credentials token may do for the application's owner, who was not asked. */
const OWN_SCOPES: ReadonlySet<Scope> = new Set(['identify']);

/** Gives tokens to applications (RFC 6749 §4.1.3, §6, §4.4). */
export class Tokens {
  constructor(
    private readonly store: Store,
    private readonly turns: ApplicationTurns,
    private readonly revocations: Revocations,
    private readonly now: () => number,
  ) {}

  /**
   * @param sent the redirect_uri and the PKCE code_verifier of the request
   * @throws {OAuth2Error} invalid_grant; a second use of a code also revokes what the first one gave
   */
  exchangeCode(
    { id }: ApplicationRow,
    code: string,
    sent: Pick<Static<typeof TokenBody>, 'redirect_uri' | 'code_verifier'>,
  ): Promise<TokenResponse> {
    return this.turns.run(id, async (application) => {
      const row = await this.store.authorizations.code(hashSecret(code));
      if (row === null || row.application_id !== application.id || row.expires_at <= this.now()) {
        throw new OAuth2Error('invalid_grant', "the code is unknown, expired or another application's");
      }
      if (row.used) {
        await this.revocations.revokeChain({ ...row, chain: row.hash });
        throw new OAuth2Error('invalid_grant', 'the code was used before; what it gave is revoked');
      }
      requireRedirectUri(application, row, sent.redirect_uri);
      requireVerifier(row.code_challenge, sent.code_verifier);
      const { user_id, application_id, grant_id, scopes } = row;
      const subject = { user_id, application_id, grant_id, scopes, chain: row.hash };
      const grant = await this.store.authorizations.grantById(grant_id);
      const { response, writes } = issueTokens(subject, grant?.once ? ONCE : LASTING, this.now());
      await this.store.writer.commit([put('authorization_codes', { ...row, used: true }), ...writes]);
      return response;
    });
  }

  /**
   * Rotates a refresh token: it works once, and the new one keeps its scopes (RFC 6749 §6).
   *
   * @param scopes what the access token is narrowed to, null for all the token has
   * @throws {OAuth2Error} invalid_grant; a second use, apart from one that races the first, revokes what both gave
   */
  refresh(
    { id }: ApplicationRow,
    refreshToken: string,
    scopes: readonly Scope[] | null,
  ): Promise<TokenResponse> {
    return this.turns.run(id, async () => {
      const row = await findOwnToken(this.store, id, refreshToken, this.now());
      if (row?.kind !== 'refresh') {
        throw new OAuth2Error(
          'invalid_grant',
          "the refresh token is unknown, expired or another application's",
        );
      }
      if (row.rotated_at !== null) throw await this.#refuseReuse(row, row.rotated_at);
      if (scopes?.some((scope) => !row.scopes.includes(scope))) {
        throw new OAuth2Error('invalid_scope', 'the refresh token does not have these scopes');
      }
      const { user_id, grant_id, chain } = row;
      const subject = { user_id, application_id: id, grant_id, chain, scopes: row.scopes };
      const now = this.now();
      const { response, writes } = issueTokens(subject, LASTING, now, scopes ?? row.scopes);
      await this.store.writer.commit([...writes, put('tokens', { ...row, rotated_at: now })]);
      return response;
    });
  }

  /** A token that stands for the application's owner. @throws {OAuth2Error} */
  clientCredentials({ id }: ApplicationRow, scopes: readonly Scope[]): Promise<TokenResponse> {
    return this.turns.run(id, async ({ owner_id }) => {
      if (owner_id === null) {
        throw new OAuth2Error('unauthorized_client', 'the application has no owner to stand for');
      }
      if (!scopes.every((scope) => OWN_SCOPES.has(scope))) {
        const allowed = [...OWN_SCOPES].join(' and ');
        throw new OAuth2Error('invalid_scope', `only ${allowed} can be had without a user's consent`);
      }
      const subject = {
        user_id: owner_id,
        application_id: id,
        grant_id: null,
        chain: null,
        scopes: [...scopes],
      };
      const { response, writes } = issueTokens(subject, NOT_RENEWED, this.now());
      await this.store.writer.commit(writes);
      return response;
    });
  }

  /** A refresh token was used again: by two servers of the application at once, or by somebody who copied it. */
  async #refuseReuse(row: TokenRow, rotatedAt: number): Promise<OAuth2Error> {
    if (this.now() - rotatedAt < LIFETIMES.rotationGrace) {
      return new OAuth2Error('invalid_grant', 'the refresh token was used a moment ago');
    }
    await this.revocations.revokeTokenRow(row);
    return new OAuth2Error('invalid_grant', 'the refresh token was used before; what it gave is revoked');
  }
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
