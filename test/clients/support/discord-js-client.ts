import assert from 'node:assert/strict';
import {
  AuditLogEvent,
  Client,
  Events,
  GatewayIntentBits,
  type Guild,
  type GuildBasedChannel,
  PermissionsBitField,
} from 'discord.js';
import { eventually } from '../../helpers/eventually.js';
import { describeMember, describeMessage, EventLog } from './event-log.js';
import { type GuildClient, inOrder, inRank, type Login, VERSION } from './guild-client.js';

const DAY_SECONDS = 86_400;

/** `discord.js` 14, which keeps all it hears and answers from that. */
export const loginDiscordJs: Login = async (apiUrl, token) => {
  const client = new Client({
    intents: Object.values(GatewayIntentBits).filter((bit) => typeof bit === 'number'),
    rest: { version: VERSION, api: apiUrl },
    ws: { version: Number(VERSION) },
  });
  const log = listen(client);
  await client.login(token);
  await eventually(() => client.isReady() && client.guilds.cache.some(({ name }) => name === 'Ruins'));
  log.clear();
  return { ...operations(client), ...log, silent: new Set(), close: () => client.destroy() };
};

type Operations = Omit<GuildClient, 'emitted' | 'dispatched' | 'silent' | 'close'>;

function listen(client: Client): EventLog {
  const log = new EventLog();
  client.on(Events.Error, (error) => log.emit('error', String(error)));
  client.on(Events.Warn, (message) => log.emit('warn', message));
  client.on(Events.Raw, ({ t }: { t: string }) => log.dispatch(t));
  client.on(Events.GuildCreate, ({ name }) => log.emit('GUILD_CREATE', name));
  client.on(Events.GuildDelete, ({ name }) => log.emit('GUILD_DELETE', name));
  client.on(Events.GuildRoleCreate, ({ name }) => log.emit('GUILD_ROLE_CREATE', name));
  client.on(Events.GuildRoleUpdate, (_before, { name }) => log.emit('GUILD_ROLE_UPDATE', name));
  client.on(Events.GuildRoleDelete, ({ name }) => log.emit('GUILD_ROLE_DELETE', name));
  client.on(Events.ChannelCreate, ({ name }) => log.emit('CHANNEL_CREATE', name));
  client.on(Events.ChannelUpdate, (_before, channel) => log.emit('CHANNEL_UPDATE', nameOf(channel)));
  client.on(Events.ChannelDelete, (channel) => log.emit('CHANNEL_DELETE', nameOf(channel)));
  client.on(Events.GuildMemberAdd, ({ user }) => log.emit('GUILD_MEMBER_ADD', user.username));
  client.on(Events.GuildMemberUpdate, (_before, { nickname, user, roles }) =>
    // Its roles of a member count @everyone.
    log.emit('GUILD_MEMBER_UPDATE', describeMember(nickname ?? user.username, roles.cache.size - 1)),
  );
  client.on(Events.GuildMemberRemove, ({ user }) => log.emit('GUILD_MEMBER_REMOVE', user.username));
  client.on(Events.GuildBanAdd, ({ user }) => log.emit('GUILD_BAN_ADD', user.username));
  client.on(Events.GuildBanRemove, ({ user }) => log.emit('GUILD_BAN_REMOVE', user.username));
  client.on(Events.MessageCreate, ({ content, type }) =>
    log.emit('MESSAGE_CREATE', describeMessage(content, type)),
  );
  client.on(Events.MessageDelete, ({ content }) => log.emit('MESSAGE_DELETE', content ?? undefined));
  client.on(Events.MessageUpdate, (_before, { content }) => log.emit('MESSAGE_UPDATE', content ?? ''));
  client.on(Events.MessageBulkDelete, ({ size }) => log.emit('MESSAGE_DELETE_BULK', String(size)));
  client.on(Events.MessageReactionAdd, ({ emoji }) => log.emit('MESSAGE_REACTION_ADD', emoji.name ?? ''));
  client.on(Events.ChannelPinsUpdate, (_channel, time) =>
    log.emit('CHANNEL_PINS_UPDATE', String(Boolean(time))),
  );
  client.on(Events.GuildEmojiCreate, ({ name }) => log.emit('GUILD_EMOJIS_UPDATE', name ?? ''));
  client.on(Events.GuildIntegrationsUpdate, ({ name }) => log.emit('GUILD_INTEGRATIONS_UPDATE', name));
  return log;
}

function nameOf(channel: object): string | undefined {
  return 'name' in channel ? String(channel.name) : undefined;
}

function operations(client: Client): Operations {
  const of = (id: string): Guild =>
    client.guilds.cache.get(id) ?? assert.fail(`discord.js does not know the guild ${id}`);
  const channelOf = (id: string): GuildBasedChannel => {
    const channel = client.channels.cache.get(id);
    assert.ok(channel !== undefined && !channel.isDMBased(), `discord.js does not know the channel ${id}`);
    return channel;
  };
  const textOf = (id: string) => {
    const channel = channelOf(id);
    assert.ok(channel.isTextBased());
    return channel;
  };
  const overwritesOf = (id: string) => {
    const channel = channelOf(id);
    assert.ok('permissionOverwrites' in channel);
    return channel.permissionOverwrites;
  };
  return {
    guilds: async () => client.guilds.cache.map(({ name }) => name),
    createGuild: async (name) => (await client.guilds.create({ name })).id,
    deleteGuild: (guild) => of(guild).delete(),

    roles: async (guild) =>
      inRank(of(guild).roles.cache.map(({ id, name, rawPosition }) => ({ id, name, position: rawPosition }))),
    createRole: async (guild, name, permissions, reason) =>
      (await of(guild).roles.create({ name, permissions: BigInt(permissions), reason })).id,
    editRole: (guild, role, name, permissions) =>
      of(guild).roles.edit(role, { name, permissions: BigInt(permissions) }),
    moveRole: (guild, role, position) => of(guild).roles.setPosition(role, position),
    deleteRole: (guild, role) => of(guild).roles.delete(role),

    channels: async (guild, parent) =>
      inOrder(
        [...of(guild).channels.cache.values()].flatMap((channel) =>
          'rawPosition' in channel && channel.parentId === parent
            ? { name: channel.name, type: channel.type, position: channel.rawPosition }
            : [],
        ),
      ),
    createChannel: async (guild, name, type) => (await of(guild).channels.create({ name, type })).id,
    editChannel: (channel, name) => channelOf(channel).edit({ name }),
    sortChannels: (guild, ids) =>
      of(guild).channels.setPositions(ids.map((channel, position) => ({ channel, position }))),
    fileChannel: (channel, parent) => channelOf(channel).guild.channels.edit(channel, { parent }),
    deleteChannel: (channel) => channelOf(channel).delete(),

    async overwrite(channel, role) {
      const overwrite = overwritesOf(channel).cache.get(role);
      if (overwrite === undefined) return null;
      return { allow: Number(overwrite.allow.bitfield), deny: Number(overwrite.deny.bitfield) };
    },
    deny: (channel, role, permissions) =>
      overwritesOf(channel).create(
        role,
        Object.fromEntries(
          new PermissionsBitField(BigInt(permissions)).toArray().map((name) => [name, false]),
        ),
      ),
    deleteOverwrite: (channel, role) => overwritesOf(channel).delete(role),

    setNick: (guild, user, nick) => of(guild).members.edit(user, { nick }),
    addRole: (guild, user, role) => of(guild).members.addRole({ user, role }),
    removeRole: (guild, user, role) => of(guild).members.removeRole({ user, role }),
    kick: (guild, user) => of(guild).members.kick(user),
    ban: (guild, user, days, reason) =>
      of(guild).members.ban(user, { deleteMessageSeconds: days * DAY_SECONDS, reason }),
    unban: (guild, user) => of(guild).members.unban(user),
    bans: async (guild) =>
      Object.fromEntries(
        (await of(guild).bans.fetch({ cache: false })).map(({ user, reason }) => [user.id, reason]),
      ),
    countPrune: (guild, days) => of(guild).members.prune({ days, dry: true }),
    prune: (guild, days) => of(guild).members.prune({ days }),
    async messages(channel) {
      return (await textOf(channel).messages.fetch({ cache: false })).map(({ content }) => content);
    },

    sendEmbed: async (channel, content, title) =>
      (await textOf(channel).send({ content, embeds: [{ title }] })).id,
    embedTitles: async (channel, message) =>
      (await textOf(channel).messages.fetch({ message, force: true })).embeds.map(({ title }) => title),
    react: (channel, message, emoji) => textOf(channel).messages.react(message, emoji),
    reactors: async (channel, message, emoji) => {
      const found = await textOf(channel).messages.fetch({ message, force: true });
      const users = await found.reactions.resolve(emoji)?.users.fetch();
      return users?.map(({ username }) => username) ?? [];
    },
    // Later versions pin by other routes.
    pin: (channel, message) => client.rest.put(`/channels/${channel}/pins/${message}`),
    pins: async (channel) =>
      ((await client.rest.get(`/channels/${channel}/pins`)) as { id: string }[]).map(({ id }) => id),
    bulkDelete: (channel, messages) => {
      const found = textOf(channel);
      assert.ok('bulkDelete' in found);
      return found.bulkDelete(messages);
    },
    createEmoji: async (guild, name, attachment) => (await of(guild).emojis.create({ name, attachment })).id,
    emojis: async (guild) => of(guild).emojis.cache.map(({ name }) => name ?? ''),

    attachIntegration: (guild, type, id) =>
      client.rest.post(`/guilds/${guild}/integrations`, { body: { type, id } }),
    setGracePeriod: (guild, id, seconds) =>
      client.rest.patch(`/guilds/${guild}/integrations/${id}`, { body: { expire_grace_period: seconds } }),
    syncIntegration: (guild, id) => client.rest.post(`/guilds/${guild}/integrations/${id}/sync`),
    integrations: async (guild) =>
      Object.fromEntries(
        (await of(guild).fetchIntegrations()).map(({ id, expireGracePeriod }) => [id, expireGracePeriod]),
      ),
    deleteIntegration: async (guild, id) => (await of(guild).fetchIntegrations()).get(id)?.delete(),
    embed: (guild) => client.rest.get(`/guilds/${guild}/embed`),
    setEmbed: (guild, body) => client.rest.patch(`/guilds/${guild}/embed`, { body }),

    createInvite: async (channel) => (await channelOf(channel).guild.invites.create(channel)).code,
    async invite(code) {
      const { guild, channelId } = await client.fetchInvite(code);
      return { guild: guild?.id, channel: channelId };
    },
    deleteInvite: async (code) => (await client.fetchInvite(code)).delete(),
    roleReason: async (guild) =>
      (await of(guild).fetchAuditLogs({ type: AuditLogEvent.RoleCreate, limit: 1 })).entries.first()?.reason,
  };
}
