import { accessToken, type Person, rest, type TestApplication } from '../../../helpers/service.js';

/** A guild that a person owns, with two voice channels and bots in it. */
export class VoiceGuild {
  private constructor(
    private readonly apiUrl: string,
    private readonly owner: string,
    readonly id: string,
    readonly channel: string,
    readonly otherChannel: string,
  ) {}

  /** @param games whose bots are in the guild */
  static async create(
    apiUrl: string,
    person: Person,
    games: readonly [TestApplication, ...TestApplication[]],
  ): Promise<VoiceGuild> {
    const [first, ...others] = games;
    const bot = `Bot ${first.bot?.token}`;
    const channels = ['Voice', 'Other'].map((name) => ({ name, type: 2 }));
    const made = await rest(apiUrl, 'POST', '/guilds', bot, { name: 'Town', channels });
    const { id } = made as { id: string };
    const list = await rest(apiUrl, 'GET', `/guilds/${id}/channels`, bot);
    const idOf = (name: string) =>
      (list as { id: string; name: string }[]).find((channel) => channel.name === name)?.id ?? '';
    const join = { access_token: await accessToken(apiUrl, first, person, ['guilds.join']) };
    await rest(apiUrl, 'PUT', `/guilds/${id}/members/${person.id}`, bot, join);
    // Only bots make guilds, and only a moderator adds the other bots.
    await rest(apiUrl, 'PATCH', `/guilds/${id}`, bot, { owner_id: person.id });
    const guild = new VoiceGuild(apiUrl, person.token, id, idOf('Voice'), idOf('Other'));
    for (const { id: application } of others) await guild.#addBot(application);
    return guild;
  }

  /** Changes a member as a moderator does, e.g. `{ mute: true }` or `{ channel_id: null }`. */
  async moderate(user: string, change: object): Promise<void> {
    await rest(this.apiUrl, 'PATCH', `/guilds/${this.id}/members/${user}`, this.owner, change);
  }

  async #addBot(application: string): Promise<void> {
    const query = new URLSearchParams({
      client_id: application,
      scope: 'bot',
      permissions: '0',
      guild_id: this.id,
    });
    await rest(this.apiUrl, 'POST', `/oauth2/authorize?${query}`, this.owner, { authorize: true });
  }
}
