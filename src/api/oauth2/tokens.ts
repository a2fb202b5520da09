import type { Static } from 'typebox';
import { hasPassed } from '../../platform/clock.js';
import { hashSecret } from '../../platform/crypto/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { TokenBody } from '../../protocol/rest/oauth2-bodies.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Application } from '../../store/accounts.js';
import type { AuthorizationCode } from '../../store/authorizations.js';
import type { Store } from '../../store/store.js';
import type { Token } from '../../store/token.js';
import { OAuth2Error } from '../core/errors.js';
import { type ApplicationTasks, forApplication } from './applications.js';
import { parseScopes } from './authorization-parameters.js';
import { issueTokens, LASTING, LIFETIMES, NOT_RENEWED, onceTerms } from './issue-tokens.js';
import { requireVerifier } from './pkce.js';
import { findOwnToken, type Revocations } from './revocations.js';

/** The scopes of client_credentials tokens, for which no consent is asked. */
const OWN_SCOPES: ReadonlySet<Scope> = new Set(['identify']);

/** Issues tokens to applications (RFC 6749 §4.1.3, §6, §4.4). */
export class Tokens {
  constructor(
    private readonly store: ApplicationTasks & Pick<Store, 'authorizations'>,
    private readonly revocations: Revocations,
    private readonly now: () => number,
  ) {}

  /**
   * @param sent the redirect_uri and the PKCE code_verifier of the request
   * @throws {OAuth2Error} invalid_grant; a second use of a code also revokes the tokens from the first use
   */
  exchangeCode(
    { id }: Application,
    secret: string,
    sent: Pick<Static<typeof TokenBody>, 'redirect_uri' | 'code_verifier'>,
  ): Promise<TokenResponse> {
    const { authorizations } = this.store;
    return forApplication(this.store, id, async (application) => {
      const code = await authorizations.code(hashSecret(secret));
      if (code === null || code.applicationId !== id || code.expiresAt <= this.now()) {
        throw new OAuth2Error('invalid_grant', "the code is unknown, expired or another application's");
      }
      if (code.used) {
        await this.revocations.revokeChain({ ...code, chain: code.hash });
        throw new OAuth2Error('invalid_grant', 'the code was used before; what it gave is revoked');
      }
      requireRedirectUri(application, code, sent.redirect_uri);
      requireVerifier(code.codeChallenge, sent.code_verifier);
      const { userId, applicationId, grantId, scopes } = code;
      const grant = await authorizations.grantById(grantId);
      const { response, tokens } = issueTokens(
        { userId, applicationId, grantId, scopes, chain: code.hash },
        grant?.once ? onceTerms(LIFETIMES.onceToken) : LASTING,
        this.now(),
      );
      await authorizations.consumeCode(code, tokens);
      return response;
    });
  }

  /**
   * Rotates a refresh token: it works once, and the new one keeps its scopes (RFC 6749 §6).
   *
   * @param scopes the scopes of the access token; null for all scopes of the refresh token
   * @throws {OAuth2Error} invalid_grant; a second use, except one at nearly the same time as the first, revokes the
   * tokens from both
   */
  refresh({ id }: Application, secret: string, scopes: readonly Scope[] | null): Promise<TokenResponse> {
    const { authorizations } = this.store;
    return forApplication(this.store, id, async () => {
      const now = this.now();
      const token = await findOwnToken(authorizations, id, secret, now);
      if (token?.kind !== 'refresh') {
        throw new OAuth2Error(
          'invalid_grant',
          "the refresh token is unknown, expired or another application's",
        );
      }
      if (token.rotatedAt !== null) throw await this.#refuseReuse(token, token.rotatedAt);
      if (scopes?.some((scope) => !token.scopes.includes(scope))) {
        throw new OAuth2Error('invalid_scope', 'the refresh token does not have these scopes');
      }
      const { userId, grantId, chain } = token;
      const subject = { userId, applicationId: id, grantId, chain, scopes: token.scopes };
      const grant = grantId === null ? null : await authorizations.grantById(grantId);
      const terms = grant?.once ? onceTerms((token.expiresAt ?? now) - now) : LASTING;
      const { response, tokens } = issueTokens(subject, terms, now, scopes ?? token.scopes);
      await authorizations.rotate(token, now, tokens);
      return response;
    });
  }

  /** Issues a token for the application's owner. @throws {OAuth2Error} */
  clientCredentials({ id }: Application, scopes: readonly Scope[]): Promise<TokenResponse> {
    const { authorizations } = this.store;
    return forApplication(this.store, id, async ({ ownerId }) => {
      if (ownerId === null) {
        throw new OAuth2Error('unauthorized_client', 'the application has no owner to act as');
      }
      if (!scopes.every((scope) => OWN_SCOPES.has(scope))) {
        const allowed = [...OWN_SCOPES].join(' and ');
        throw new OAuth2Error('invalid_scope', `only ${allowed} is available without a user's consent`);
      }
      const subject = { userId: ownerId, applicationId: id, grantId: null, chain: null, scopes };
      const { response, tokens } = issueTokens(subject, NOT_RENEWED, this.now());
      await authorizations.addTokens(id, tokens);
      return response;
    });
  }

  /**
   * Handles the reuse of a refresh token: by two servers of the application at the same time, or by somebody who copied
   * it.
   */
  async #refuseReuse(token: Token, rotatedAt: number): Promise<OAuth2Error> {
    if (!hasPassed(this.now(), rotatedAt, LIFETIMES.rotationGrace)) {
      return new OAuth2Error('invalid_grant', 'the refresh token was used a moment ago');
    }
    await this.revocations.revokeWithChain(token);
    return new OAuth2Error('invalid_grant', 'the refresh token was used before; what it gave is revoked');
  }
}

/** RFC 6749 §4.1.3. The request may omit the redirect_uri; one that is sent must be registered. */
function requireRedirectUri(
  application: Application,
  code: AuthorizationCode,
  sent: string | undefined,
): void {
  const registered = sent === undefined || application.redirectUris.includes(sent);
  const bound = code.redirectUri === null || code.redirectUri === sent;
  if (registered && bound) return;
  throw new OAuth2Error('invalid_grant', 'the redirect_uri is not the one of the authorization request');
}

type Exchange = (
  tokens: Tokens,
  application: Application,
  body: Static<typeof TokenBody>,
) => Promise<TokenResponse>;

/** The handlers of POST /oauth2/token by grant_type (RFC 6749 §4.1.3, §6, §4.4.2). */
const TOKEN_GRANTS: Readonly<Record<string, Exchange>> = {
  authorization_code: (tokens, application, body) =>
    tokens.exchangeCode(application, required(body.code, 'code'), body),
  refresh_token: (tokens, application, body) =>
    tokens.refresh(
      application,
      required(body.refresh_token, 'refresh_token'),
      body.scope === undefined ? null : parseScopes(body.scope),
    ),
  client_credentials: (tokens, application, body) =>
    tokens.clientCredentials(application, parseScopes(body.scope ?? 'identify')),
};

/** @throws {OAuth2Error} */
export const exchangeForToken: Exchange = async (tokens, application, body) => {
  const type = required(body.grant_type, 'grant_type');
  const exchange = Object.hasOwn(TOKEN_GRANTS, type) ? TOKEN_GRANTS[type] : undefined;
  if (exchange === undefined) {
    throw new OAuth2Error('unsupported_grant_type', 'this grant_type is not supported');
  }
  return exchange(tokens, application, body);
};

function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new OAuth2Error('invalid_request', `${name} is missing`);
  return value;
}
