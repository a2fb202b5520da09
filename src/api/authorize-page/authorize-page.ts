import type { IncomingHttpHeaders } from 'node:http';
import Type, { type Static } from 'typebox';
import { hostOf, isThisMachine } from '../../net/address-scope.js';
import type { HttpReply } from '../../net/http/http-reply.js';
import { AuthorizeParameters } from '../../protocol/rest/oauth2-bodies.js';
import { validator } from '../../protocol/schema.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { GuildStore } from '../../store/guilds.js';
import type { Caller } from '../core/caller.js';
import { OAuth2Error, RateLimitedError, RestError } from '../core/errors.js';
import { FormBody } from '../core/http/request-body.js';
import { guildsForBots } from '../oauth2/add-bot-to-guild.js';
import {
  type AnswerDependencies,
  type AuthorizationAnswer,
  answerRequest,
  redirectLocation,
} from '../oauth2/answer-request.js';
import {
  type AuthorizationParameters,
  type BotRequest,
  isBotOnly,
  readAuthorizationClient,
  readRequested,
} from '../oauth2/authorization-parameters.js';
import { createFormProof, isOwnForm, type PageAddress } from './form-proof.js';
import { formTargets, pageAnswer, redirectAnswer } from './page-answer.js';
import { type LoginDependencies, PendingLogins, personLogin, WrongCodeError } from './person-login.js';
import { avatarSource, botAddedView, guildChoiceView, questionView } from './views.js';

/** What a browser sends. */
export interface PageRequest {
  readonly query: unknown;
  /** of a POST */
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
  /** the browser's IP address */
  readonly from: string;
  readonly address: PageAddress;
}

/** The dependencies of the page. */
export interface PageDependencies extends AnswerDependencies, LoginDependencies {
  readonly guildStore: Pick<GuildStore, 'idsOfUser'>;
  /** the address of the console in which the person of this machine adds bots; null: the service has none */
  readonly consoleUrl: () => string | null;
  /** milliseconds since the Unix epoch */
  readonly now: () => number;
}

/** How the page asks, the first time or again. */
interface Asked {
  readonly status: number;
  /** why the last attempt failed; null at the first attempt */
  readonly problem: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

type Query = Static<typeof AuthorizeParameters>;

/** Consent on this page is valid until it is revoked. */
const LASTING_AGREEMENT = { rpcToken: null, once: false };
const isQuery = validator(AuthorizeParameters);
const text = Type.String({ maxLength: 4096 });
const FormFields = Type.Object({
  proof: text,
  decision: text,
  token: Type.Optional(text),
  code: Type.Optional(text),
  ticket: Type.Optional(text),
  guild: Type.Optional(text),
});
type Form = Static<typeof FormFields>;
const isForm = validator(FormFields);

/**
 * The page on which a person in a browser authorizes an application (RFC 6749 §3.1). The person enters their token; no
 * session is kept in the browser.
 */
export class AuthorizePage {
  readonly #logins: PendingLogins;

  constructor(private readonly services: PageDependencies) {
    this.#logins = new PendingLogins(services.now);
  }

  /** GET: shows the form. @throws {OAuth2Error | RestError} if there is no redirect_uri for the error */
  show(request: PageRequest): Promise<HttpReply> {
    return this.#forKnownClient(request, async (requested) => this.#ask(request, requested));
  }

  /**
   * POST: processes the person's choice. @throws {OAuth2Error | RestError} if there is no redirect_uri for the error
   */
  decide(request: PageRequest): Promise<HttpReply> {
    const { body, headers, address } = request;
    if (!(body instanceof FormBody)) throw new RestError('UNSUPPORTED_MEDIA_TYPE');
    const { fields } = body;
    return this.#forKnownClient(request, async (requested) => {
      if (!isForm.is(fields) || !isOwnForm(headers, address, fields.proof)) {
        return this.#ask(
          request,
          requested,
          refused('This form has expired or is not from this service. Please try again.'),
        );
      }
      if (fields.decision !== 'approve') throw new OAuth2Error('access_denied', 'the user did not agree');
      if (fields.ticket !== undefined && requested.bot !== null)
        return this.#addBot(request, requested, fields);
      return this.#approve(request, requested, fields);
    });
  }

  async #approve(request: PageRequest, requested: AuthorizationParameters, form: Form): Promise<HttpReply> {
    if (this.#findConsole(request, requested) !== null) return this.#ask(request, requested);
    try {
      // Counted separately from the failed logins of the application itself, which may have the same address.
      const who = `${request.from} page ${requested.application.id}`;
      const caller = await personLogin(this.services, who, form.token ?? '', form.code ?? '');
      if (requested.bot !== null) return await this.#askForGuild(request, requested, requested.bot, caller);
      return finish(await answerRequest(this.services, caller, requested, LASTING_AGREEMENT));
    } catch (error) {
      if (error instanceof RateLimitedError) {
        const minutes = Math.ceil(Number(error.headers['retry-after'] ?? 60) / 60);
        const wait = minutes > 1 ? `${minutes} minutes` : 'a minute';
        const problem = `Too many wrong tokens or codes. Please wait ${wait}.`;
        return this.#ask(request, requested, { status: 429, problem, headers: error.headers });
      }
      if (error instanceof WrongCodeError) {
        const problem = 'The two-factor code is wrong, missing or was used before.';
        return this.#ask(request, requested, refused(problem));
      }
      if (!(error instanceof RestError) || error.error !== 'UNAUTHORIZED') throw error;
      return this.#ask(request, requested, refused('This is not the token of a user of this service.'));
    }
  }

  /** Asks the signed-in person for the guild that the bot joins. */
  async #askForGuild(
    request: PageRequest,
    { application, redirectUri }: AuthorizationParameters,
    { guildId, isGuildFixed, permissions }: BotRequest,
    caller: Caller,
  ): Promise<HttpReply> {
    const { proof, cookie } = createFormProof(request.headers, request.address);
    const all = await guildsForBots(this.services, caller.user.id);
    const guilds = isGuildFixed ? all.filter(({ id }) => id === guildId) : all;
    const view = guildChoiceView({
      application,
      permissions,
      guilds,
      selected: guildId,
      proof,
      ticket: this.#logins.start(caller, purposeOf(proof, request)),
    });
    const policy = {
      formTargets: formTargets(redirectUri),
      images: avatarSource(application, request.address),
    };
    return pageAnswer(200, view, { 'set-cookie': cookie }, policy);
  }

  async #addBot(
    request: PageRequest,
    requested: AuthorizationParameters,
    { guild, proof, ticket = '' }: Form,
  ): Promise<HttpReply> {
    const caller = this.#logins.finish(ticket, purposeOf(proof, request));
    if (caller === null || requested.bot === null) {
      return this.#ask(request, requested, refused('You took too long to choose. Please try again.'));
    }
    const { guildId, isGuildFixed } = requested.bot;
    if (guild === undefined || !isSnowflake(guild) || (isGuildFixed && guild !== guildId)) {
      throw new OAuth2Error('invalid_request', 'no guild was chosen');
    }
    const chosen = { ...requested, bot: { ...requested.bot, guildId: guild } };
    return finish(await answerRequest(this.services, caller, chosen, LASTING_AGREEMENT));
  }

  /** Redirects errors to the application once it is known and the address is registered (RFC 6749 §4.1.2.1). */
  async #forKnownClient(
    { query }: PageRequest,
    answer: (requested: AuthorizationParameters) => Promise<HttpReply>,
  ): Promise<HttpReply> {
    if (!isQuery.is(query))
      throw new OAuth2Error('invalid_request', 'a parameter is too long, or given twice');
    const client = await readAuthorizationClient(this.services.applicationStore, query);
    const { redirectUri } = client;
    if (redirectUri === null && !isBotOnly(query)) {
      throw new OAuth2Error('invalid_request', 'redirect_uri is missing');
    }
    try {
      return await answer(readRequested(client, query));
    } catch (error) {
      if (!(error instanceof OAuth2Error) || redirectUri === null) throw error;
      return redirectAnswer(errorLocation(redirectUri, query, error));
    }
  }

  /**
   * The address of the console, in which the request is answered; null: with a token, on this page. A browser on another
   * machine has another console, and the popup of a game has to return to its opener.
   */
  #findConsole({ address, query }: PageRequest, { bot }: AuthorizationParameters): string | null {
    const url = this.services.consoleUrl();
    const host = hostOf(new URL(`http://${address.host}`));
    if (url === null || bot === null || !isQuery.is(query) || !isThisMachine(host)) return null;
    return `${url}#applications/authorize/${encodeURIComponent(String(new URLSearchParams(query)))}`;
  }

  #ask(
    request: PageRequest,
    requested: AuthorizationParameters,
    { status, problem, headers: more = {} }: Asked = { status: 200, problem: null },
  ): HttpReply {
    const { headers, address } = request;
    const { application, scopes, redirectUri } = requested;
    const { proof, cookie } = createFormProof(headers, address);
    const question = { application, scopes, redirectUri, host: address.host, proof, problem };
    const view = questionView({ ...question, console: this.#findConsole(request, requested) });
    const policy = { formTargets: formTargets(redirectUri), images: avatarSource(application, address) };
    return pageAnswer(status, view, { ...more, 'set-cookie': cookie }, policy);
  }
}

function refused(problem: string): Asked {
  return { status: 403, problem };
}

/** A ticket is bound to this browser and this request. */
function purposeOf(proof: string, { query }: PageRequest): string {
  return `${proof} ${JSON.stringify(query)}`;
}

/** Redirects the browser, or shows that the bot was added if there is no redirect_uri. */
function finish({ location }: AuthorizationAnswer): HttpReply {
  return location === undefined ? pageAnswer(200, botAddedView()) : redirectAnswer(location);
}

function errorLocation(redirectUri: string, query: Query, { error, description }: OAuth2Error): string {
  const place = query.response_type === 'token' ? 'token' : 'code';
  return redirectLocation(redirectUri, place, { error, error_description: description }, query.state ?? null);
}
