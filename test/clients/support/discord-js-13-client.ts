import assert from 'node:assert/strict';
import { Client, Constants, Intents, type Message, Permissions } from 'discord.js-13';
import { BAN_EVENTS, DISCORD_JS_EVENTS } from './discord-js-events.js';
import { sharedOperations, signIn } from './discord-js-operations.js';
import { describeMessage, type EventTable } from './event-log.js';
import { type GuildOperations, type Login, VERSION } from './guild-client.js';
import { cached, inOrder, readFiles } from './normalize.js';
import { rawOperations, type SendRequest } from './raw-operations.js';

const EVENTS: EventTable = {
  ...DISCORD_JS_EVENTS,
  ...BAN_EVENTS,
  messageCreate: [
    'MESSAGE_CREATE',
    ({ content, type }: Message) => describeMessage(content, type === 'CHANNEL_PINNED_MESSAGE'),
  ],
};

/** `discord.js` 13.17, told to use version 6 of REST and gateway. */
export const loginDiscordJs13: Login = async (apiUrl, token) => {
  const version = Number(VERSION);
  // Its types leave out the version of the gateway.
  const ws: object = { version };
  const client = new Client({ intents: Object.values(Intents.FLAGS), http: { version, api: apiUrl }, ws });
  const log = await signIn(client, EVENTS, token);
  return { ...operations(client), log, silent: new Set(), close: () => client.destroy() };
};

/** What its types hide of the library's own requests. */
interface Requests {
  request(
    method: string,
    path: string,
    options: { data?: object | undefined; route: string },
  ): Promise<unknown>;
}

function operations(client: Client): GuildOperations {
  const guildOf = (id: string) => cached(client.guilds.cache, id);
  const messagesOf = (id: string) => {
    const channel = cached(client.channels.cache, id);
    assert.ok(channel.type !== 'DM' && channel.isText());
    return channel.messages;
  };
  // biome-ignore lint/complexity/useLiteralKeys: brackets reach what the types declare private
  const requests = client['rest'] as Requests;
  const send: SendRequest = (method, path, data) => requests.request(method, path, { data, route: path });
  return {
    ...rawOperations(send),
    ...sharedOperations(client),
    createGuild: async (name) => (await client.guilds.create(name)).id,

    channels: async (guild, parent) =>
      inOrder(
        [...guildOf(guild).channels.cache.values()].flatMap((channel) =>
          'rawPosition' in channel && channel.parentId === parent
            ? {
                name: channel.name,
                type: Constants.ChannelTypes[channel.type],
                position: channel.rawPosition,
              }
            : [],
        ),
      ),
    createChannel: async (guild, name, type) => (await guildOf(guild).channels.create(name, { type })).id,
    deny: (channel, role, permissions) => {
      const found = cached(client.channels.cache, channel);
      assert.ok('permissionOverwrites' in found);
      const names = new Permissions(BigInt(permissions)).toArray();
      return found.permissionOverwrites.create(role, Object.fromEntries(names.map((name) => [name, false])));
    },

    addRole: (guild, user, role) => cached(guildOf(guild).members.cache, user).roles.add(role),
    removeRole: (guild, user, role) => cached(guildOf(guild).members.cache, user).roles.remove(role),
    countPrune: (guild, days) => guildOf(guild).members.prune({ days, dry: true }),
    prune: (guild, days) => guildOf(guild).members.prune({ days }),
    messages: async (channel) =>
      (await messagesOf(channel).fetch({}, { cache: false })).map(({ content }) => content),

    files: async (channel, message) => {
      const { attachments } = await messagesOf(channel).fetch(message, { force: true });
      return readFiles(attachments.map(({ name, url }) => ({ name: name ?? '', url })));
    },
    embedTitles: async (channel, message) =>
      (await messagesOf(channel).fetch(message, { force: true })).embeds.map(({ title }) => title),
    reactors: async (channel, message, emoji) => {
      const found = await messagesOf(channel).fetch(message, { force: true });
      const users = await found.reactions.resolve(emoji)?.users.fetch();
      return users?.map(({ username }) => username) ?? [];
    },
    pin: (channel, message) => messagesOf(channel).pin(message),
    pins: async (channel) => (await messagesOf(channel).fetchPinned()).map(({ id }) => id),
    createEmoji: async (guild, name, image) => (await guildOf(guild).emojis.create(image, name)).id,
    roleReason: async (guild) => {
      const log = await guildOf(guild).fetchAuditLogs({ type: 'ROLE_CREATE', limit: 1 });
      return log.entries.first()?.reason;
    },
  };
}
