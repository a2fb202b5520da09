import assert from 'node:assert/strict';
import {
  AuditLogEvent,
  Client,
  GatewayIntentBits,
  type Message,
  MessageType,
  PermissionsBitField,
} from 'discord.js';
import { BAN_EVENTS, DISCORD_JS_EVENTS } from './discord-js-events.js';
import { sharedOperations, signIn } from './discord-js-operations.js';
import { describeMessage, type EventTable } from './event-log.js';
import { type GuildOperations, type Login, VERSION } from './guild-client.js';
import { cached, inOrder, readFiles } from './normalize.js';
import { rawOperations } from './raw-operations.js';

const EVENTS: EventTable = {
  ...DISCORD_JS_EVENTS,
  ...BAN_EVENTS,
  messageCreate: [
    'MESSAGE_CREATE',
    ({ content, type }: Message) => describeMessage(content, type === MessageType.ChannelPinnedMessage),
  ],
};

/** `discord.js` 14, which caches what it receives and answers from that. */
export const loginDiscordJs14: Login = async (apiUrl, token) => {
  const client = new Client({
    intents: Object.values(GatewayIntentBits).filter((bit) => typeof bit === 'number'),
    rest: { version: VERSION, api: apiUrl },
    ws: { version: Number(VERSION) },
  });
  const log = await signIn(client, EVENTS, token);
  return { ...operations(client), log, silent: new Set(), close: () => client.destroy() };
};

function operations(client: Client): GuildOperations {
  const guildOf = (id: string) => cached(client.guilds.cache, id);
  const messagesOf = (id: string) => {
    const channel = cached(client.channels.cache, id);
    assert.ok(!channel.isDMBased() && channel.isTextBased());
    return channel.messages;
  };
  return {
    ...rawOperations((method, path, body) => client.rest[method](path, { body })),
    ...sharedOperations(client),
    createGuild: async (name) => (await client.guilds.create({ name })).id,

    channels: async (guild, parent) =>
      inOrder(
        [...guildOf(guild).channels.cache.values()].flatMap((channel) =>
          'rawPosition' in channel && channel.parentId === parent
            ? { name: channel.name, type: channel.type, position: channel.rawPosition }
            : [],
        ),
      ),
    createChannel: async (guild, name, type) => (await guildOf(guild).channels.create({ name, type })).id,
    deny: (channel, role, permissions) => {
      const found = cached(client.channels.cache, channel);
      assert.ok('permissionOverwrites' in found);
      const names = new PermissionsBitField(BigInt(permissions)).toArray();
      return found.permissionOverwrites.create(role, Object.fromEntries(names.map((name) => [name, false])));
    },

    addRole: (guild, user, role) => guildOf(guild).members.addRole({ user, role }),
    removeRole: (guild, user, role) => guildOf(guild).members.removeRole({ user, role }),
    countPrune: (guild, days) => guildOf(guild).members.prune({ days, dry: true }),
    prune: (guild, days) => guildOf(guild).members.prune({ days }),
    messages: async (channel) =>
      (await messagesOf(channel).fetch({ cache: false })).map(({ content }) => content),

    files: async (channel, message) =>
      readFiles((await messagesOf(channel).fetch({ message, force: true })).attachments.values()),
    embedTitles: async (channel, message) =>
      (await messagesOf(channel).fetch({ message, force: true })).embeds.map(({ title }) => title),
    reactors: async (channel, message, emoji) => {
      const found = await messagesOf(channel).fetch({ message, force: true });
      const users = await found.reactions.resolve(emoji)?.users.fetch();
      return users?.map(({ username }) => username) ?? [];
    },
    createEmoji: async (guild, name, attachment) =>
      (await guildOf(guild).emojis.create({ name, attachment })).id,
    roleReason: async (guild) => {
      const log = await guildOf(guild).fetchAuditLogs({ type: AuditLogEvent.RoleCreate, limit: 1 });
      return log.entries.first()?.reason;
    },
  };
}
