import Type from 'typebox';
import {
  AuthorizationCodeSchema,
  AuthorizationPreviewSchema,
  AuthorizationRedirectSchema,
  BotAddedSchema,
  RpcTokenResponseSchema,
  TokenResponseSchema,
} from '../../../protocol/oauth2/authorization.js';
import { CurrentAuthorizationSchema, GrantSchema } from '../../../protocol/objects/application.js';
import {
  AuthorizeBody,
  AuthorizeParameters,
  RevokeTokenBody,
  RpcTokenBody,
  TokenBody,
} from '../../../protocol/rest/oauth2-bodies.js';
import { timestamp } from '../../../protocol/timestamp.js';
import { OAuth2Error, RestError } from '../../core/errors.js';
import { answerRequest } from '../../oauth2/answer-request.js';
import { readAuthorizationParameters } from '../../oauth2/authorization-parameters.js';
import { LIFETIMES } from '../../oauth2/issue-tokens.js';
import { exchangeForToken } from '../../oauth2/tokens.js';
import { applicationOperation } from '../application-operation.js';
import { operation } from '../declare-operation.js';

/** @throws {OAuth2Error} invalid_request for an access_type other than `online` and `offline` */
function isOnce(accessType: string | undefined): boolean {
  if (accessType === undefined || accessType === 'offline') return false;
  if (accessType === 'online') return true;
  throw new OAuth2Error('invalid_request', 'an access_type is online or offline');
}

/** Authorizations of applications, and their tokens (docs/rest.md, OAuth2 tokens and codes). */
export const oauth2Operations = [
  operation({
    name: 'Preview authorization',
    summary: 'Returns what an authorization request asks for, without deciding it.',
    errors: [
      'access_denied',
      'invalid_client',
      'invalid_request',
      'invalid_scope',
      'unsupported_response_type',
    ],
    method: 'GET',
    path: '/oauth2/authorize',
    hasPage: true,
    access: 'person',
    query: AuthorizeParameters,
    status: 200,
    reply: AuthorizationPreviewSchema,
    needs: ['applicationStore', 'authorizationStore', 'oauth2'],
    async handle({
      caller,
      query,
      services: { applicationStore, authorizationStore, oauth2 },
      version: { views },
    }) {
      const { application, scopes } = await readAuthorizationParameters(applicationStore, query);
      oauth2.authorizations.requireAllowed(application, caller.user.id, scopes);
      const grant = await authorizationStore.grant(caller.user.id, application.id);
      return {
        application: views.publicApplication(application),
        user: views.user(caller.user),
        scopes: [...scopes],
        authorized: scopes.every((scope) => grant?.scopes.includes(scope) ?? false),
        approved: application.approved,
      };
    },
  }),
  operation({
    name: 'Authorize',
    summary: 'Grants an application what it asks for and returns an authorization code.',
    errors: [
      'access_denied',
      'invalid_client',
      'invalid_grant',
      'invalid_request',
      'invalid_scope',
      'unsupported_response_type',
    ],
    method: 'POST',
    path: '/oauth2/authorize',
    hasPage: true,
    access: 'person',
    query: AuthorizeParameters,
    body: AuthorizeBody,
    accepts: ['json', 'form'],
    sendsSecrets: true,
    status: 200,
    reply: Type.Union([AuthorizationCodeSchema, AuthorizationRedirectSchema, BotAddedSchema]),
    fires: [
      'GUILD_ROLE_CREATE',
      'GUILD_ROLE_UPDATE',
      'GUILD_MEMBER_ADD',
      'GUILD_MEMBER_UPDATE',
      'GUILD_CREATE',
      'VOICE_STATE_UPDATE',
      'MESSAGE_CREATE',
    ],
    needs: ['applicationStore', 'conflictTurns', 'guildTasks', 'oauth2', 'users'],
    async handle({ caller, query, readBody, services }) {
      const { applicationStore, oauth2 } = services;
      const body = readBody();
      const parameters = await readAuthorizationParameters(applicationStore, { ...query, ...body });
      oauth2.authorizations.requireAllowed(parameters.application, caller.user.id, parameters.scopes);
      const rpcToken = body.rpc_token ?? null;
      if (rpcToken === null && String(body.authorize) !== 'true') {
        throw new OAuth2Error('access_denied', 'the user did not agree');
      }
      const agreement = { rpcToken, once: isOnce(body.access_type) };
      return answerRequest(services, caller, parameters, agreement);
    },
  }),
  applicationOperation({
    name: 'Exchange for token',
    summary: 'Exchanges an authorization code or a refresh token for an access token.',
    errors: [
      'invalid_grant',
      'invalid_request',
      'invalid_scope',
      'unauthorized_client',
      'unsupported_grant_type',
    ],
    method: 'POST',
    path: '/oauth2/token',
    body: TokenBody,
    accepts: ['form'],
    sendsSecrets: true,
    status: 200,
    reply: TokenResponseSchema,
    needs: ['oauth2'],
    handle({ application, readBody, services }) {
      return exchangeForToken(services.oauth2.tokens, application, readBody());
    },
  }),
  applicationOperation({
    name: 'Create RPC token',
    summary: 'Creates a one-time RPC token, with which AUTHORIZE needs no consent.',
    errors: ['invalid_request', 'unauthorized_client'],
    method: 'POST',
    path: '/oauth2/token/rpc',
    body: RpcTokenBody,
    accepts: ['form'],
    sendsSecrets: true,
    status: 200,
    reply: RpcTokenResponseSchema,
    needs: ['oauth2'],
    async handle({ application, services }) {
      return { rpc_token: await services.oauth2.authorizations.createRpcToken(application) };
    },
  }),
  applicationOperation({
    name: 'Revoke token',
    summary: 'Revokes an access token or a refresh token of the application.',
    errors: ['invalid_request'],
    method: 'POST',
    path: '/oauth2/token/revoke',
    body: RevokeTokenBody,
    accepts: ['form'],
    sendsSecrets: true,
    status: 200,
    reply: Type.Object({}),
    fires: ['OAUTH2_TOKEN_REVOKE'],
    needs: ['oauth2'],
    async handle({ application, readBody, services }) {
      const { token } = readBody();
      if (token === undefined) throw new OAuth2Error('invalid_request', 'token is missing');
      await services.oauth2.revocations.revokeToken(application, token);
      return {};
    },
  }),
  operation({
    name: 'Get current authorization',
    summary: 'Returns the application, scopes and user of an OAuth2 token.',
    method: 'GET',
    path: '/oauth2/@me',
    access: { scopes: 'any' },
    status: 200,
    reply: CurrentAuthorizationSchema,
    needs: ['applicationStore', 'now'],
    async handle({ caller, services: { applicationStore, now }, version: { views } }) {
      // Only an OAuth2 token has an authorization.
      if (caller.kind !== 'bearer' || caller.applicationId === null) throw new RestError('UNAUTHORIZED');
      const application = await applicationStore.byId(caller.applicationId);
      if (application === null) throw new RestError('UNAUTHORIZED');
      return {
        application: views.publicApplication(application),
        scopes: [...caller.scopes],
        expires: timestamp(caller.token.expiresAt ?? now() + LIFETIMES.accessToken),
        user: views.user(caller.user),
      };
    },
  }),
  operation({
    name: 'List grants',
    summary: 'Returns what the caller granted to which application.',
    method: 'GET',
    path: '/oauth2/tokens',
    access: 'person',
    status: 200,
    reply: Type.Array(GrantSchema),
    needs: ['applicationStore', 'authorizationStore'],
    async handle({ caller, services: { applicationStore, authorizationStore }, version: { views } }) {
      const grants = await authorizationStore.grantsOfUser(caller.user.id);
      const found = await applicationStore.byIds(grants.map(({ applicationId }) => applicationId));
      const applications = new Map(found.map((one) => [one.id, views.publicApplication(one)]));
      return grants.flatMap(({ id, applicationId, scopes, createdAt, once }) => {
        const application = applications.get(applicationId);
        if (application === undefined) return [];
        return [{ id, application, scopes: [...scopes], created_at: timestamp(createdAt), once }];
      });
    },
  }),
  operation({
    name: 'Revoke grant',
    summary: 'Revokes a grant and every token made from it.',
    errors: ['UNKNOWN_TOKEN'],
    method: 'DELETE',
    path: '/oauth2/tokens/{grant.id}',
    access: 'person',
    status: 204,
    fires: ['OAUTH2_TOKEN_REVOKE'],
    needs: ['oauth2'],
    async handle({ caller, params, services: { oauth2 } }) {
      const known = await oauth2.revocations.revokeGrant(caller.user.id, params.grant_id);
      if (!known) throw new RestError('UNKNOWN_TOKEN');
      return null;
    },
  }),
];
