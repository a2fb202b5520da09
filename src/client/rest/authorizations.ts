import Type, { type Static } from 'typebox';
import { AuthorizationCodeSchema } from '../../protocol/oauth2/authorization.js';
import {
  ApplicationSchema,
  type CurrentAuthorization,
  CurrentAuthorizationSchema,
  type Grant,
  GrantSchema,
} from '../../protocol/objects/application.js';
import type { Scope } from '../../protocol/scopes.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApplicationAccess, OnceAuthorization } from '../client.js';
import { decoder } from '../decode.js';
import { ServiceError } from '../service-error.js';
import { LIST_BYTES, type ServiceRest } from './service-rest.js';

const PreviewSchema = Type.Object({
  application: ApplicationSchema,
  /** absent if the service does not provide it */
  approved: Type.Optional(Type.Boolean()),
});
const decodePreview = decoder(PreviewSchema);
const decodeCode = decoder(AuthorizationCodeSchema);
const decodeGrants = decoder(Type.Array(GrantSchema));
const decodeAuthorization = decoder(CurrentAuthorizationSchema);

/** The characters of a token; others cannot be sent in a header. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * The applications that the signed-in person authorizes at the service. Every method throws a `ServiceError` if it
 * refuses.
 */
export class Authorizations {
  /** @param token returns the person's current token; null: nobody is signed in */
  constructor(
    private readonly rest: ServiceRest,
    private readonly token: () => string | null,
  ) {}

  /** Checks an authorization without granting anything. */
  async preview(applicationId: Snowflake, scopes: readonly Scope[]): Promise<Static<typeof PreviewSchema>> {
    const request = { authorization: this.token(), query: authorizationQuery(applicationId, scopes) };
    return decodePreview(await this.rest.request('GET', '/oauth2/authorize', request));
  }

  /** How the person may use an application. */
  async access(applicationId: Snowflake): Promise<ApplicationAccess> {
    if (this.token() === null) return 'none';
    try {
      const { approved } = await this.preview(applicationId, ['rpc']);
      return approved === true ? 'approved' : 'tester';
    } catch (error) {
      if (error instanceof ServiceError && error.oauth?.error === 'access_denied') return 'none';
      throw error;
    }
  }

  /** @returns an authorization code */
  async authorize(applicationId: Snowflake, scopes: readonly Scope[], rpcToken?: string): Promise<string> {
    const body = { authorize: true, ...(rpcToken === undefined ? {} : { rpc_token: rpcToken }) };
    return (await this.#authorize(this.token(), authorizationQuery(applicationId, scopes), body)).code;
  }

  /**
   * Authorizes an application for one connection. A service that does not support `access_type` creates a permanent
   * grant, which is revoked too, together with earlier grants of the application.
   *
   * @throws {ServiceError} also if the service returns no grant to revoke, because no code may be issued then
   */
  async authorizeOnce(applicationId: Snowflake, scopes: readonly Scope[]): Promise<OnceAuthorization> {
    const person = this.token();
    const body = { authorize: true, access_type: 'online' };
    const reply = await this.#authorize(person, authorizationQuery(applicationId, scopes), body);
    const grantId = reply.grant_id ?? (await this.#findGrant(person, applicationId));
    if (grantId === undefined)
      throw new ServiceError('The service returned no grant that can be revoked', 502);
    return { code: reply.code, grantId, revoke: () => this.#revoke(person, grantId) };
  }

  /** The authorization of an access token; null if the token is not valid. */
  async current(accessToken: string): Promise<CurrentAuthorization | null> {
    if (!TOKEN.test(accessToken)) return null;
    const request = { authorization: `Bearer ${accessToken}` };
    const found = await this.rest.requestUnless(401, 'GET', '/oauth2/@me', request);
    return found === null ? null : decodeAuthorization(found);
  }

  grants(): Promise<Grant[]> {
    return this.#grants(this.token());
  }

  /** @returns the grant; null if it did not exist */
  async revoke(grantId: Snowflake): Promise<Grant | null> {
    const person = this.token();
    const grant = (await this.#grants(person)).find(({ id }) => id === grantId);
    if (grant === undefined) return null;
    await this.#revoke(person, grantId);
    return grant;
  }

  async #authorize(authorization: string | null, query: Record<string, string>, body: object) {
    return decodeCode(await this.rest.request('POST', '/oauth2/authorize', { authorization, query, body }));
  }

  async #grants(authorization: string | null): Promise<Grant[]> {
    const request = { authorization, replyBytes: LIST_BYTES };
    return decodeGrants(await this.rest.request('GET', '/oauth2/tokens', request));
  }

  async #findGrant(person: string | null, applicationId: Snowflake): Promise<Snowflake | undefined> {
    return (await this.#grants(person)).find(({ application }) => application.id === applicationId)?.id;
  }

  async #revoke(authorization: string | null, grantId: Snowflake): Promise<void> {
    await this.rest.requestUnless(404, 'DELETE', `/oauth2/tokens/${grantId}`, { authorization });
  }
}

/**
 * The query of a request for an authorization code that the application receives over its RPC connection; other
 * services ignore `response_mode`.
 */
function authorizationQuery(applicationId: Snowflake, scopes: readonly Scope[]): Record<string, string> {
  return {
    client_id: applicationId,
    scope: scopes.join(' '),
    response_type: 'code',
    response_mode: 'rpc',
  };
}
