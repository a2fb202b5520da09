import type { AuthorizationCode, BotAdded } from '../../protocol/oauth2/authorization.js';
import type { Caller } from '../core/caller.js';
import { OAuth2Error } from '../core/errors.js';
import { type AddBotDependencies, addBotToGuild } from './add-bot-to-guild.js';
import type { AuthorizationParameters } from './authorization-parameters.js';
import type { AuthorizationRequest } from './authorizations.js';
import type { OAuth2 } from './oauth2.js';

/** How a person consented, and for how long. */
export type Agreement = Pick<AuthorizationRequest, 'rpcToken' | 'once'>;

/** The dependencies of an answer. */
export interface AnswerDependencies extends AddBotDependencies {
  readonly oauth2: Pick<OAuth2, 'authorizations'>;
}

/** A code, a token in the redirect location (RFC 6749 §4.1.2, §4.2.2), or the guild to which a bot was added. */
export type AuthorizationAnswer = AuthorizationCode | BotAdded | { readonly location: string };

/**
 * Answers an authorization request to which a user consented.
 *
 * @throws {OAuth2Error} also if the bot cannot be added: then no code or token is issued
 */
export async function answerRequest(
  services: AnswerDependencies,
  { user, actor }: Pick<Caller, 'user' | 'actor'>,
  parameters: AuthorizationParameters,
  agreement: Agreement,
): Promise<AuthorizationAnswer> {
  const { authorizations } = services.oauth2;
  const { application, codeChallenge, redirectUri, scopes, sentRedirectUri, state } = parameters;
  authorizations.requireAllowed(application, user.id, scopes);
  if (parameters.responseType === 'token' && agreement.rpcToken !== null) {
    throw new OAuth2Error('invalid_request', 'an RPC token gives a code, never a token');
  }
  const added = await addRequestedBot(services, actor, parameters, agreement);
  const request = {
    userId: user.id,
    application,
    scopes,
    redirectUri: sentRedirectUri,
    codeChallenge,
    ...agreement,
  };
  if (parameters.responseType === 'token') {
    const token = await authorizations.authorizeImplicitly(request);
    const answer = { ...token, ...added };
    return { location: redirectLocation(parameters.redirectUri, 'token', answer, state) };
  }
  if (parameters.responseType === null) {
    if (added === null) throw new OAuth2Error('invalid_request', 'response_type is missing');
    return {
      guild_id: added.guild_id,
      ...(redirectUri !== null && { location: redirectLocation(redirectUri, 'code', { ...added }, state) }),
    };
  }
  const { code, grantId } = await authorizations.authorize(request);
  return {
    code,
    ...(agreement.once && { grant_id: grantId }),
    ...(redirectUri !== null && {
      location: redirectLocation(redirectUri, 'code', { code, ...added }, state),
    }),
  };
}

/**
 * Adds the bot before a code or token is issued. @returns what the answer contains about it; null if no bot was
 * requested
 */
async function addRequestedBot(
  services: AddBotDependencies,
  actor: Caller['actor'],
  { application, bot }: AuthorizationParameters,
  { once, rpcToken }: Agreement,
): Promise<{ guild_id: string; permissions: number } | null> {
  if (bot === null) return null;
  if (once || rpcToken !== null) {
    throw new OAuth2Error('invalid_scope', 'a bot is added for good, by a person who chose the guild');
  }
  const { guildId, permissions } = bot;
  if (guildId === null) throw new OAuth2Error('invalid_request', 'guild_id is missing');
  const granted = await addBotToGuild(services, actor, application, { guildId, permissions });
  return { guild_id: guildId, permissions: granted };
}

/**
 * The address to which a browser is redirected with the answer to an authorization request: a code and its errors are
 * in the query, which the application's server reads (RFC 6749 §4.1.2); a token and its errors are in the fragment,
 * which browsers do not send (§4.2.2).
 *
 * @param redirectUri a registered one
 * @param state as it was sent; null if there was none
 */
export function redirectLocation(
  redirectUri: string,
  responseType: 'code' | 'token',
  answer: Readonly<Record<string, string | number>>,
  state: string | null,
): string {
  const url = new URL(redirectUri);
  const parameters = responseType === 'token' ? new URLSearchParams() : url.searchParams;
  for (const [name, value] of Object.entries(answer)) parameters.set(name, String(value));
  if (state !== null) parameters.set('state', state);
  if (responseType === 'token') url.hash = parameters.toString();
  return url.href;
}
