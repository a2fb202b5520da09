import type { Static } from 'typebox';
import { ALL_PERMISSIONS } from '../../protocol/permissions.js';
import type { AuthorizeParameters } from '../../protocol/rest/oauth2-bodies.js';
import { isScope, type Scope } from '../../protocol/scopes.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import type { Application, ApplicationStore } from '../../store/accounts.js';
import { OAuth2Error } from '../core/errors.js';
import { readChallenge } from './pkce.js';

type Parameters = Static<typeof AuthorizeParameters>;

/**
 * The application and the redirect address of its answer. Until both are known, errors are not redirected (RFC 6749
 * §4.1.2.1).
 */
export interface AuthorizationClient {
  readonly application: Application;
  /**
   * the one that was sent, otherwise the only registered one; null if there is none and the answer is not a redirect
   */
  readonly redirectUri: string | null;
}

interface Requested extends AuthorizationClient {
  readonly scopes: readonly Scope[];
  readonly state: string | null;
  /** as it was sent; a code is bound to it (RFC 6749 §4.1.3) */
  readonly sentRedirectUri: string | null;
  /** of PKCE, method S256; null if none was sent */
  readonly codeChallenge: string | null;
  /** of the scope `bot`; null if it is not requested */
  readonly bot: BotRequest | null;
}

/** A request for a code (RFC 6749 §4.1.1). */
export interface CodeRequest extends Requested {
  readonly responseType: 'code';
}

/** A request for a token, which is only returned in a redirect (RFC 6749 §4.2.1). */
export interface TokenRequest extends Requested {
  readonly responseType: 'token';
  readonly redirectUri: string;
}

/** A request that only adds a bot: it returns no code. */
export interface BotOnlyRequest extends Requested {
  readonly responseType: null;
}

/** An authorization request with valid parameters. */
export type AuthorizationParameters = CodeRequest | TokenRequest | BotOnlyRequest;

/** @throws {OAuth2Error} invalid_client, invalid_scope, invalid_request, unsupported_response_type */
export async function readAuthorizationParameters(
  applications: Pick<ApplicationStore, 'byId'>,
  parameters: Parameters,
): Promise<AuthorizationParameters> {
  return readRequested(await readAuthorizationClient(applications, parameters), parameters);
}

/** @throws {OAuth2Error} invalid_client, or invalid_request for a redirect_uri that is missing or not registered */
export async function readAuthorizationClient(
  applications: Pick<ApplicationStore, 'byId'>,
  parameters: Parameters,
): Promise<AuthorizationClient> {
  const { client_id: id } = parameters;
  const application = id !== undefined && isSnowflake(id) ? await applications.byId(id) : null;
  if (application === null)
    throw new OAuth2Error('invalid_client', 'there is no application with this client id');
  return { application, redirectUri: readRedirectUri(application, parameters) };
}

/**
 * Reads the request of a known client. @throws {OAuth2Error} invalid_scope, invalid_request, unsupported_response_type
 */
export function readRequested(client: AuthorizationClient, parameters: Parameters): AuthorizationParameters {
  const responseType = isBotOnly(parameters) ? null : readResponseType(parameters.response_type);
  const { redirect_uri, scope, state } = parameters;
  const { code_challenge: challenge, code_challenge_method: method } = parameters;
  const scopes = parseScopes(scope);
  const requested = {
    ...client,
    scopes,
    state: state ?? null,
    sentRedirectUri: redirect_uri ?? null,
    codeChallenge: readChallenge(challenge, method, responseType),
    bot: scopes.includes('bot') ? readBot(client.application, parameters) : null,
  };
  if (responseType === null) return { ...requested, responseType };
  if (responseType === 'code') return { ...requested, responseType };
  const { redirectUri } = client;
  if (redirectUri === null) {
    throw new OAuth2Error('invalid_request', 'redirect_uri is missing, and a token is given there only');
  }
  return { ...requested, responseType, redirectUri };
}

function readResponseType(type: string | undefined): 'code' | 'token' {
  if (type === 'code' || type === 'token') return type;
  if (type === undefined) throw new OAuth2Error('invalid_request', 'response_type is missing');
  throw new OAuth2Error('unsupported_response_type', 'a response type is code or token');
}

function readBot(application: Application, parameters: Parameters): BotRequest {
  if (application.botId === null) throw new OAuth2Error('invalid_scope', 'the application has no bot');
  if (parameters.response_mode === 'rpc') {
    throw new OAuth2Error('invalid_scope', 'a bot is added on the authorization page only');
  }
  return readBotRequest(parameters);
}

/** RFC 6749 §3.1.2.3: it may be omitted only if exactly one is registered, or if the answer is not a redirect. */
function readRedirectUri({ redirectUris: registered }: Application, parameters: Parameters): string | null {
  const { redirect_uri: sent, response_mode: mode } = parameters;
  if (sent !== undefined) {
    if (registered.includes(sent)) return sent;
    throw new OAuth2Error('invalid_request', 'the redirect_uri is not registered');
  }
  if (mode === 'rpc' || isBotOnly(parameters)) return null;
  if (registered.length > 1) {
    throw new OAuth2Error('invalid_request', 'redirect_uri is missing, and more than one is registered');
  }
  return registered[0] ?? null;
}

/** Parses scopes as OAuth2 writes them: separated by spaces (RFC 6749 §3.3). @throws {OAuth2Error} invalid_scope */
export function parseScopes(parameter: string | undefined): Scope[] {
  const names = [...new Set((parameter ?? '').split(' ').filter((name) => name !== ''))];
  if (names.length === 0) throw new OAuth2Error('invalid_scope', 'no scope was asked for');
  return names.map((name) => {
    if (!isScope(name))
      throw new OAuth2Error('invalid_scope', 'a scope that was asked for is unknown or not supported');
    return name;
  });
}

/** The parameters of the scope `bot`. */
export interface BotRequest {
  /** bits of `PERMISSIONS` */
  readonly permissions: number;
  /** the guild that the bot joins; null if the person chooses one */
  readonly guildId: Snowflake | null;
  /** whether the person cannot choose another guild */
  readonly isGuildFixed: boolean;
}

/**
 * Whether a request only adds a bot: it returns no code and no token, so it needs no response_type and no redirect_uri
 * (docs/rest.md, Adding a bot).
 */
export function isBotOnly({ response_type, scope }: Parameters): boolean {
  return response_type === undefined && scope?.trim() === 'bot';
}

/** Reads `permissions`, `guild_id` and `disable_guild_select`. @throws {OAuth2Error} invalid_request */
function readBotRequest(parameters: Parameters): BotRequest {
  const { permissions = '0', guild_id: guildId = null, disable_guild_select: fixed = 'false' } = parameters;
  if (guildId !== null && !isSnowflake(guildId))
    throw new OAuth2Error('invalid_request', 'guild_id is no id');
  if (fixed !== 'true' && fixed !== 'false') {
    throw new OAuth2Error('invalid_request', 'disable_guild_select is true or false');
  }
  const isGuildFixed = fixed === 'true';
  if (isGuildFixed && guildId === null) {
    throw new OAuth2Error('invalid_request', 'disable_guild_select needs a guild_id');
  }
  return { permissions: readPermissions(permissions), guildId, isGuildFixed };
}

function readPermissions(text: string): number {
  const bits = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  // Bitwise operators would drop bits above 31.
  if (!(bits <= ALL_PERMISSIONS) || bits & ~ALL_PERMISSIONS) {
    throw new OAuth2Error('invalid_request', 'permissions are the decimal sum of known permission bits');
  }
  return bits;
}
