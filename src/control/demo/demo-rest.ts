import Type from 'typebox';
import { exchangeCode } from '../../client/rest/exchange-code.js';
import { ServiceRest } from '../../client/rest/service-rest.js';
import { UserError } from '../../platform/errors.js';
import type { CreatedApplication } from '../../protocol/administration.js';
import { AuthorizationCodeSchema } from '../../protocol/oauth2/authorization.js';
import { ChannelSchema } from '../../protocol/objects/channel.js';
import { GuildSchema } from '../../protocol/objects/guild.js';
import { MessageSchema } from '../../protocol/objects/message.js';
import { type Validator, validator } from '../../protocol/schema.js';

const codeReply = validator(AuthorizationCodeSchema);
const guildReply = validator(GuildSchema);
const channelsReply = validator(Type.Array(ChannelSchema));
const messageReply = validator(MessageSchema);

/** The REST calls of a demo, made like those of any program. */
export class DemoRest {
  readonly #rest: ServiceRest;

  constructor(readonly apiUrl: string) {
    this.#rest = new ServiceRest(apiUrl);
  }

  /** Whether a token signs somebody in. */
  async isAccepted(token: string): Promise<boolean> {
    return (await this.#rest.requestUnless(401, 'GET', '/users/@me', { authorization: token })) !== null;
  }

  async createGuild(botToken: string, body: object) {
    return expect(guildReply, await this.#request('POST', '/guilds', `Bot ${botToken}`, body));
  }

  async channels(botToken: string, guildId: string) {
    return expect(
      channelsReply,
      await this.#request('GET', `/guilds/${guildId}/channels`, `Bot ${botToken}`),
    );
  }

  /**
   * Adds a user to a guild that the application's bot is in.
   *
   * @param fields of the new member, e.g. `roles`
   */
  async joinGuild(
    application: CreatedApplication,
    guildId: string,
    person: { readonly id: string; readonly token: string },
    fields: object,
  ): Promise<void> {
    const access_token = await this.#joinToken(application, person.token);
    const path = `/guilds/${guildId}/members/${person.id}`;
    await this.#request('PUT', path, `Bot ${application.bot?.token}`, { access_token, ...fields });
  }

  async postMessage(botToken: string, channelId: string, content: string) {
    const path = `/channels/${channelId}/messages`;
    return expect(messageReply, await this.#request('POST', path, `Bot ${botToken}`, { content }));
  }

  /** The OAuth2 flow of `guilds.join` (docs/rest.md, OAuth2 tokens and codes). @returns an access token of the user */
  async #joinToken(application: CreatedApplication, userToken: string): Promise<string> {
    const redirect = application.redirect_uris[0] ?? '';
    const query = {
      client_id: application.id,
      scope: 'guilds.join',
      response_type: 'code',
      redirect_uri: redirect,
    };
    const body = { authorize: true };
    const granted = await this.#rest.request('POST', '/oauth2/authorize', {
      authorization: userToken,
      query,
      body,
    });
    const { code } = expect(codeReply, granted);
    const { client_secret: clientSecret, id: clientId } = application;
    const exchanged = { code, clientId, clientSecret, redirectUri: redirect };
    return (await exchangeCode(this.apiUrl, exchanged)).access_token;
  }

  #request(method: string, path: string, authorization: string, body?: object): Promise<unknown> {
    return this.#rest.request(method, path, { authorization, ...(body !== undefined && { body }) });
  }
}

function expect<T>(shape: Validator<T>, value: unknown): T {
  if (shape.is(value)) return value;
  throw new UserError('the service sent an unexpected reply');
}
