import { Client, Constants, type Message, Permissions } from 'discord.js-12';
import { eventually } from '../../helpers/eventually.js';
import { DISCORD_JS_EVENTS } from './discord-js-events.js';
import { describeMessage, type EventTable, logEvents } from './event-log.js';
import { type GuildOperations, type Login, VERSION } from './guild-client.js';
import { cached, gracePeriodsById, inOrder, inRank, readFiles, reasonsByUser } from './normalize.js';
import { rawOperations } from './raw-operations.js';

interface User {
  readonly username: string;
}

const EVENTS: EventTable = {
  ...DISCORD_JS_EVENTS,
  guildBanAdd: ['GUILD_BAN_ADD', (_guild: unknown, { username }: User) => username],
  guildBanRemove: ['GUILD_BAN_REMOVE', (_guild: unknown, { username }: User) => username],
  message: ['MESSAGE_CREATE', ({ content, type }: Message) => describeMessage(content, type === 'PINS_ADD')],
};

/** `discord.js` 12.5, whose gateway version is 6; told to use the same version of REST. */
export const loginDiscordJs12: Login = async (apiUrl, token) => {
  const version = Number(VERSION);
  const client = new Client({ http: { version, api: apiUrl }, ws: { version } });
  const log = logEvents(client, EVENTS, 'raw');
  await client.login(token);
  await eventually(() => client.readyAt !== null && client.guilds.cache.some(({ name }) => name === 'Ruins'));
  log.clear();
  return { ...operations(client), log, silent: new Set(), close: () => client.destroy() };
};

function operations(client: Client): GuildOperations {
  const guildOf = (id: string) => cached(client.guilds.cache, id);
  const channelOf = (id: string) => cached(client.channels.cache, id);
  const memberOf = (guild: string, user: string) => cached(guildOf(guild).members.cache, user);
  const roleOf = (guild: string, role: string) => cached(guildOf(guild).roles.cache, role);
  return {
    ...rawOperations((method, path, data) => client.rest.request(method, path, { data, route: path })),
    guilds: async () => client.guilds.cache.map(({ name }) => name),
    createGuild: async (name) => (await client.guilds.create(name)).id,
    deleteGuild: (guild) => guildOf(guild).delete(),

    roles: async (guild) =>
      inRank(
        guildOf(guild).roles.cache.map(({ id, name, rawPosition }) => ({ id, name, position: rawPosition })),
      ),
    createRole: async (guild, name, permissions, reason) =>
      (await guildOf(guild).roles.create({ data: { name, permissions }, reason })).id,
    editRole: (guild, role, name, permissions) => roleOf(guild, role).edit({ name, permissions }),
    moveRole: (guild, role, position) => roleOf(guild, role).setPosition(position),
    deleteRole: (guild, role) => roleOf(guild, role).delete(),

    channels: async (guild, parent) => {
      const channels = [...guildOf(guild).channels.cache.values()];
      return inOrder(
        channels
          .filter(({ parentID }) => parentID === parent)
          .map(({ name, type, rawPosition }) => ({ name, type: toTypeNumber(type), position: rawPosition })),
      );
    },
    createChannel: async (guild, name, type) =>
      (await guildOf(guild).channels.create(name, { type: TYPE_NAMES[type] })).id,
    editChannel: (channel, name) => channelOf(channel).edit({ name }),
    sortChannels: (guild, ids) =>
      guildOf(guild).setChannelPositions(ids.map((channel, position) => ({ channel, position }))),
    fileChannel: (channel, parent) => channelOf(channel).edit({ parentID: parent }),
    deleteChannel: (channel) => channelOf(channel).delete(),

    overwrite: async (channel, role) => {
      const overwrite = channelOf(channel).permissionOverwrites.get(role);
      if (overwrite === undefined) return null;
      return { allow: overwrite.allow.bitfield, deny: overwrite.deny.bitfield };
    },
    deny: (channel, role, permissions) => {
      const names = new Permissions(permissions).toArray();
      return channelOf(channel).createOverwrite(role, Object.fromEntries(names.map((name) => [name, false])));
    },
    deleteOverwrite: (channel, role) => cached(channelOf(channel).permissionOverwrites, role).delete(),

    setNick: (guild, user, nick) => memberOf(guild, user).setNickname(nick),
    addRole: (guild, user, role) => memberOf(guild, user).roles.add(role),
    removeRole: (guild, user, role) => memberOf(guild, user).roles.remove(role),
    kick: (guild, user) => memberOf(guild, user).kick(),
    ban: (guild, user, days, reason) => guildOf(guild).members.ban(user, { days, reason }),
    unban: (guild, user) => guildOf(guild).members.unban(user),
    bans: async (guild) => reasonsByUser((await guildOf(guild).fetchBans()).values()),
    countPrune: (guild, days) => guildOf(guild).members.prune({ days, dry: true }),
    prune: (guild, days) => guildOf(guild).members.prune({ days }),
    messages: async (channel) =>
      (await channelOf(channel).messages.fetch({}, false)).map(({ content }) => content),

    sendEmbed: async (channel, content, title) =>
      (await channelOf(channel).send(content, { embed: { title } })).id,
    sendFile: async (channel, name, text) =>
      (await channelOf(channel).send({ files: [{ name, attachment: Buffer.from(text) }] })).id,
    files: async (channel, message) => {
      const { attachments } = await channelOf(channel).messages.fetch(message, true, true);
      return readFiles(attachments.map(({ name, url }) => ({ name: name ?? '', url })));
    },
    embedTitles: async (channel, message) =>
      (await channelOf(channel).messages.fetch(message, true, true)).embeds.map(({ title }) => title),
    react: async (channel, message, emoji) =>
      (await channelOf(channel).messages.fetch(message, true, false)).react(emoji),
    reactors: async (channel, message, emoji) => {
      const found = await channelOf(channel).messages.fetch(message, true, true);
      return (await cached(found.reactions.cache, emoji).users.fetch()).map(({ username }) => username);
    },
    pin: async (channel, message) => (await channelOf(channel).messages.fetch(message, true, false)).pin(),
    pins: async (channel) => (await channelOf(channel).messages.fetchPinned()).map(({ id }) => id),
    bulkDelete: (channel, messages) => channelOf(channel).bulkDelete(messages),
    createEmoji: async (guild, name, image) => (await guildOf(guild).emojis.create(image, name)).id,
    emojis: async (guild) => guildOf(guild).emojis.cache.map(({ name }) => name),

    sendPrivately: async (user, content) => (await client.users.fetch(user)).send(content),

    attachIntegration: (guild, type, id) => guildOf(guild).createIntegration({ type, id }),
    setGracePeriod: async (guild, id, seconds) =>
      cached(await guildOf(guild).fetchIntegrations(), id).edit({ expireGracePeriod: seconds }),
    integrations: async (guild) => gracePeriodsById((await guildOf(guild).fetchIntegrations()).values()),
    deleteIntegration: async (guild, id) => cached(await guildOf(guild).fetchIntegrations(), id).delete(),

    createInvite: async (channel) => (await channelOf(channel).createInvite()).code,
    invite: async (code) => {
      const { guild, channel } = await client.fetchInvite(code);
      return { guild: guild?.id, channel: channel.id };
    },
    deleteInvite: async (code) => (await client.fetchInvite(code)).delete(),
    roleReason: async (guild) =>
      (await guildOf(guild).fetchAuditLogs({ type: 'ROLE_CREATE', limit: 1 })).entries.first()?.reason,
  };
}

const TYPE_NAMES = { 0: 'text', 2: 'voice', 4: 'category' } as const;

function toTypeNumber(name: string): number {
  return Constants.ChannelTypes[name.toUpperCase()] ?? -1;
}
