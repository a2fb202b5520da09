import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import type { Application } from '../../store/accounts.js';
import type { AuthorizationCode, Grant, NewAuthorization } from '../../store/authorizations.js';
import type { Store } from '../../store/store.js';
import { OAuth2Error } from '../core/errors.js';
import { type ApplicationTasks, forApplication, mayHaveScopes } from './applications.js';
import { issueTokens, LIFETIMES, NOT_RENEWED, ONCE_IMPLICIT } from './issue-tokens.js';

/** What a user consented to. */
export interface AuthorizationRequest {
  readonly userId: Snowflake;
  readonly application: Application;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string | null;
  /** of PKCE; null if none was sent */
  readonly codeChallenge: string | null;
  /** one-time token that replaces the user's consent; null if the user was asked */
  readonly rpcToken: string | null;
  /**
   * whether it is for one connection only: it has its own grant, which the user's client revokes
   */
  readonly once: boolean;
}

/** A code, and the grant with which it can be revoked. */
export interface IssuedCode {
  readonly code: string;
  readonly grantId: Snowflake;
}

/** What an application receives with a grant. */
interface Given<Response> extends Pick<NewAuthorization, 'code' | 'tokens'> {
  readonly response: Response;
}

/** Authorizes applications: grants, authorization codes and RPC tokens (docs/rest.md, OAuth2 tokens and codes). */
export class Authorizations {
  constructor(
    private readonly store: ApplicationTasks & Pick<Store, 'authorizations'>,
    private readonly ids: SnowflakeFactory,
    private readonly now: () => number,
  ) {}

  /** @throws {OAuth2Error} access_denied if the application may not have these scopes during the private beta */
  requireAllowed(application: Application, userId: Snowflake, scopes: readonly Scope[]): void {
    if (mayHaveScopes(application, userId, scopes)) return;
    throw new OAuth2Error(
      'access_denied',
      'this application is not approved for these scopes, and the user is not one of its testers',
    );
  }

  /**
   * Issues a code to an application.
   *
   * @throws {OAuth2Error} also if the RPC token is unknown, used, or of another application
   */
  authorize(request: AuthorizationRequest): Promise<IssuedCode> {
    return this.#authorize(request, ({ id: grantId, applicationId, userId }) => {
      const secret = createSecret();
      const code: AuthorizationCode = {
        hash: hashSecret(secret),
        grantId,
        applicationId,
        userId,
        scopes: request.scopes,
        redirectUri: request.redirectUri,
        codeChallenge: request.codeChallenge,
        expiresAt: this.now() + LIFETIMES.authorizationCode,
        used: false,
      };
      return { response: { code: secret, grantId }, code, tokens: [] };
    });
  }

  /**
   * Issues a token to an application directly (RFC 6749 §4.2). As there is no code, it is not revoked by a second use
   * of one; its grant is removed with its last token.
   *
   * @throws {OAuth2Error}
   */
  authorizeImplicitly(request: AuthorizationRequest): Promise<TokenResponse> {
    return this.#authorize(request, ({ id: grantId, applicationId, userId }) => {
      const subject = { userId, applicationId, grantId, chain: createSecret(), scopes: request.scopes };
      return { ...issueTokens(subject, request.once ? ONCE_IMPLICIT : NOT_RENEWED, this.now()), code: null };
    });
  }

  /**
   * A one-time token that replaces the user's consent (docs/rest.md, OAuth2 tokens and codes). @throws {OAuth2Error}
   */
  createRpcToken({ id }: Application): Promise<string> {
    const { authorizations } = this.store;
    return forApplication(this.store, id, async (application) => {
      if (!application.approved && application.testers.length === 0) {
        throw new OAuth2Error('unauthorized_client', 'the application is not approved and has no testers');
      }
      const token = createSecret();
      const expiresAt = this.now() + LIFETIMES.rpcToken;
      await authorizations.addRpcToken({ hash: hashSecret(token), applicationId: id, expiresAt });
      return token;
    });
  }

  /** @param give creates the code or tokens, which are stored together with the grant */
  #authorize<Response>(
    request: AuthorizationRequest,
    give: (grant: Grant) => Given<Response>,
  ): Promise<Response> {
    const { userId, scopes, once } = request;
    const { authorizations } = this.store;
    return forApplication(this.store, request.application.id, async (application) => {
      this.requireAllowed(application, userId, scopes);
      const rpcTokenHash = await this.#checkRpcToken(request);
      const grantBefore = once ? null : await authorizations.grant(userId, application.id);
      const grant = grantBefore === null ? this.#createGrant(request) : withScopes(grantBefore, scopes);
      const { response, code, tokens } = give(grant);
      await authorizations.authorize({ application, grantBefore, grant, code, tokens, rpcTokenHash });
      return response;
    });
  }

  /** @returns the hash of the RPC token; null if there is none @throws {OAuth2Error} if it is not valid */
  async #checkRpcToken({
    rpcToken,
    scopes,
    userId,
    application,
  }: AuthorizationRequest): Promise<string | null> {
    if (rpcToken === null) return null;
    if (scopes.includes('messages.read')) {
      throw new OAuth2Error('invalid_scope', 'messages.read is not available with an RPC token');
    }
    // Only approved applications and their testers may skip the consent, whatever the scopes (docs/rest.md, OAuth2
    // tokens and codes).
    this.requireAllowed(application, userId, ['rpc']);
    const found = await this.store.authorizations.rpcToken(hashSecret(rpcToken));
    if (found === null || found.applicationId !== application.id || found.expiresAt <= this.now()) {
      throw new OAuth2Error(
        'invalid_grant',
        "the RPC token is unknown, used, expired or another application's",
      );
    }
    return found.hash;
  }

  #createGrant({ userId, application, scopes, once }: AuthorizationRequest): Grant {
    const createdAt = this.now();
    return { id: this.ids.next(), userId, applicationId: application.id, scopes, createdAt, once };
  }
}

function withScopes(grant: Grant, scopes: readonly Scope[]): Grant {
  return { ...grant, scopes: [...new Set([...grant.scopes, ...scopes])] };
}
