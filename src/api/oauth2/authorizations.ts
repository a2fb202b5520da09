import { createSecret, hashSecret } from '../../platform/secrets.js';
import type { TokenResponse } from '../../protocol/oauth2/authorization.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake, SnowflakeFactory } from '../../protocol/snowflake.js';
import type { Store } from '../../store/sqlite/open-store.js';
import type { ApplicationRow, AuthorizationCodeRow, GrantRow } from '../../store/sqlite/rows.js';
import { put, remove, type Write } from '../../store/sqlite/writes.js';
import { mayHave } from '../applications.js';
import type { ApplicationTurns } from './application-turns.js';
import { issueTokens, NOT_RENEWED, ONCE, type TokenSubject } from './issue-tokens.js';
import { LIFETIMES } from './lifetimes.js';
import { OAuth2Error } from './oauth2-error.js';

/** A user's yes to an application. */
export interface AuthorizationRequest {
  readonly userId: Snowflake;
  readonly application: ApplicationRow;
  readonly scopes: readonly Scope[];
  readonly redirectUri: string | null;
  /** of PKCE; null: none was given */
  readonly codeChallenge: string | null;
  /** one-time token that stands for the user's yes; null: they said it themselves */
  readonly rpcToken: string | null;
  /** whether it is for one connection: without a refresh token, in a grant of its own, which the user's client revokes */
  readonly once: boolean;
}

/** A code, and the grant that ends what it gives. */
export interface IssuedCode {
  readonly code: string;
  readonly grantId: Snowflake;
}

/** Who let whom in, to what. */
type GrantedSubject = Omit<TokenSubject, 'chain' | 'grant_id'> & { readonly grant_id: Snowflake };

/** Lets applications in: grants, authorization codes and RPC tokens (docs/rest.md, OAuth2 tokens and codes). */
export class Authorizations {
  constructor(
    private readonly store: Store,
    private readonly turns: ApplicationTurns,
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
   * Lets an application in.
   *
   * @throws {OAuth2Error} also if an RPC token is given that is not this application's or was used
   */
  authorize(request: AuthorizationRequest): Promise<IssuedCode> {
    return this.#letIn(request, (subject) => {
      const code = createSecret();
      const { user_id, application_id, grant_id, scopes } = subject;
      const row: AuthorizationCodeRow = {
        hash: hashSecret(code),
        grant_id,
        application_id,
        user_id,
        scopes,
        redirect_uri: request.redirectUri,
        code_challenge: request.codeChallenge,
        expires_at: this.now() + LIFETIMES.authorizationCode,
        used: false,
      };
      return { response: { code, grantId: grant_id }, writes: [put('authorization_codes', row)] };
    });
  }

  /**
   * Lets an application in and gives it a token at once (RFC 6749 §4.2). There is no code that a second use could
   * revoke it by; its chain only makes that the grant goes with the last token.
   *
   * @throws {OAuth2Error}
   */
  authorizeImplicitly(request: AuthorizationRequest): Promise<TokenResponse> {
    return this.#letIn(request, (subject) =>
      issueTokens({ ...subject, chain: createSecret() }, request.once ? ONCE : NOT_RENEWED, this.now()),
    );
  }

  /** A one-time token that skips the user's modal (docs/rest.md, OAuth2 tokens and codes). @throws {OAuth2Error} */
  createRpcToken({ id }: ApplicationRow): Promise<string> {
    return this.turns.run(id, async (application) => {
      if (!application.approved && application.testers.length === 0) {
        throw new OAuth2Error('unauthorized_client', 'the application is not approved and has no testers');
      }
      const token = createSecret();
      const expires_at = this.now() + LIFETIMES.rpcToken;
      await this.store.writer.commit([
        put('rpc_tokens', { hash: hashSecret(token), application_id: application.id, expires_at }),
      ]);
      return token;
    });
  }

  /** @param give makes what the application gets; it is kept together with the grant */
  #letIn<Response>(
    request: AuthorizationRequest,
    give: (subject: GrantedSubject) => { response: Response; writes: Write[] },
  ): Promise<Response> {
    const { userId, scopes } = request;
    return this.turns.run(request.application.id, async (application) => {
      this.requireAllowed(application, userId, scopes);
      const consumed = await this.#consumeRpcToken(request);
      const grant = await this.#grantFor(userId, application.id, scopes, request.once);
      const { response, writes } = give({
        user_id: userId,
        application_id: application.id,
        grant_id: grant.id,
        scopes: [...scopes],
      });
      await this.store.writer.commit([put('grants', grant), ...writes, ...consumed]);
      return response;
    });
  }

  async #consumeRpcToken({ rpcToken, scopes, userId, application }: AuthorizationRequest): Promise<Write[]> {
    if (rpcToken === null) return [];
    if (scopes.includes('messages.read')) {
      throw new OAuth2Error('invalid_scope', 'messages.read cannot be had with an RPC token');
    }
    // Only approved games and their testers skip the modal, whatever the scopes (docs/rest.md, OAuth2 tokens and codes).
    this.requireAllowed(application, userId, ['rpc']);
    const row = await this.store.authorizations.rpcToken(hashSecret(rpcToken));
    if (row === null || row.application_id !== application.id || row.expires_at <= this.now()) {
      throw new OAuth2Error(
        'invalid_grant',
        "the RPC token is unknown, used, expired or another application's",
      );
    }
    return [remove('rpc_tokens', { hash: row.hash })];
  }

  /** A new grant for once, else the lasting one with these scopes added. */
  async #grantFor(
    userId: Snowflake,
    applicationId: Snowflake,
    scopes: readonly string[],
    once: boolean,
  ): Promise<GrantRow> {
    const known = once ? null : await this.store.authorizations.grant(userId, applicationId);
    if (known !== null) return { ...known, scopes: [...new Set([...known.scopes, ...scopes])] };
    return {
      id: this.ids.next(),
      user_id: userId,
      application_id: applicationId,
      scopes: [...scopes],
      created_at: this.now(),
      once,
    };
  }
}
