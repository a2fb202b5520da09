import { AuditLogEvent, Client, GatewayDispatchEvents, MessageType, OverwriteType } from '@discordjs/core';
import { REST } from '@discordjs/rest';
import { WebSocketManager, WebSocketShardEvents } from '@discordjs/ws';
import { eventually } from '../../helpers/eventually.js';
import { describeMember, describeMessage, EventLog } from './event-log.js';
import { type GuildOperations, type Login, VERSION } from './guild-client.js';
import { inOrder, inRank, readFiles, reasonsByUser } from './normalize.js';
import { rawOperations } from './raw-operations.js';

const DAY_SECONDS = 86_400;

/** `@discordjs/core` over `@discordjs/rest` and `@discordjs/ws`, which knows nothing but what it asks for. */
export const loginCore: Login = async (apiUrl, token) => {
  const rest = new REST({ version: VERSION, api: apiUrl }).setToken(token);
  const gateway = new WebSocketManager({ token, intents: 0, rest, version: VERSION });
  const client = new Client({ rest, gateway });
  const log = listen(client, gateway);
  await gateway.connect();
  await eventually(() => log.emitted.includes('GUILD_CREATE Ruins'));
  log.clear();
  return { ...operations(client, rest), log, silent: new Set(), close: () => gateway.destroy() };
};

function listen(client: Client, gateway: WebSocketManager): EventLog {
  const log = new EventLog();
  /** by id: some events tell no more */
  const names = new Map<string, string>();
  const named = (event: string, { id, name }: { id: string; name: string }) => {
    names.set(id, name);
    log.emit(event, name);
  };
  gateway.on(WebSocketShardEvents.Dispatch, ({ t }) => log.dispatch(t));
  const E = GatewayDispatchEvents;
  client.on(E.GuildCreate, ({ data }) => named('GUILD_CREATE', data));
  client.on(E.GuildDelete, ({ data }) => log.emit('GUILD_DELETE', names.get(data.id)));
  client.on(E.GuildRoleCreate, ({ data }) => named('GUILD_ROLE_CREATE', data.role));
  client.on(E.GuildRoleUpdate, ({ data }) => named('GUILD_ROLE_UPDATE', data.role));
  client.on(E.GuildRoleDelete, ({ data }) => log.emit('GUILD_ROLE_DELETE', names.get(data.role_id)));
  client.on(E.ChannelCreate, ({ data }) => log.emit('CHANNEL_CREATE', data.name));
  client.on(E.ChannelUpdate, ({ data }) => log.emit('CHANNEL_UPDATE', data.name ?? ''));
  client.on(E.ChannelDelete, ({ data }) => log.emit('CHANNEL_DELETE', data.name ?? ''));
  client.on(E.GuildMemberAdd, ({ data }) => log.emit('GUILD_MEMBER_ADD', data.user.username));
  client.on(E.GuildMemberUpdate, ({ data: { nick, user, roles } }) =>
    log.emit('GUILD_MEMBER_UPDATE', describeMember(nick ?? user.username, roles.length)),
  );
  client.on(E.GuildMemberRemove, ({ data }) => log.emit('GUILD_MEMBER_REMOVE', data.user.username));
  client.on(E.GuildBanAdd, ({ data }) => log.emit('GUILD_BAN_ADD', data.user.username));
  client.on(E.GuildBanRemove, ({ data }) => log.emit('GUILD_BAN_REMOVE', data.user.username));
  client.on(E.MessageCreate, ({ data }) => {
    names.set(data.id, data.content);
    log.emit('MESSAGE_CREATE', describeMessage(data.content, data.type === MessageType.ChannelPinnedMessage));
  });
  client.on(E.MessageDelete, ({ data }) => log.emit('MESSAGE_DELETE', names.get(data.id)));
  client.on(E.MessageUpdate, ({ data }) => log.emit('MESSAGE_UPDATE', data.content));
  client.on(E.MessageDeleteBulk, ({ data }) => log.emit('MESSAGE_DELETE_BULK', String(data.ids.length)));
  client.on(E.MessageReactionAdd, ({ data }) => log.emit('MESSAGE_REACTION_ADD', data.emoji.name ?? ''));
  client.on(E.ChannelPinsUpdate, ({ data }) =>
    log.emit('CHANNEL_PINS_UPDATE', String(Boolean(data.last_pin_timestamp))),
  );
  client.on(E.GuildEmojisUpdate, ({ data }) =>
    log.emit('GUILD_EMOJIS_UPDATE', data.emojis.map(({ name }) => name).join()),
  );
  client.on(E.GuildIntegrationsUpdate, ({ data }) =>
    log.emit('GUILD_INTEGRATIONS_UPDATE', names.get(data.guild_id)),
  );
  return log;
}

function operations({ api }: Client, rest: REST): GuildOperations {
  const { guilds, channels, invites, users } = api;
  return {
    ...rawOperations((method, path, body) => rest[method](path, { body })),
    guilds: async () => (await users.getGuilds()).map(({ name }) => name),
    createGuild: async (name) => (await guilds.create({ name })).id,
    deleteGuild: (guild) => guilds.delete(guild),

    roles: async (guild) => {
      return inRank(await guilds.getRoles(guild));
    },
    createRole: async (guild, name, permissions, reason) =>
      (await guilds.createRole(guild, { name, permissions: String(permissions) }, { reason })).id,
    editRole: (guild, role, name, permissions) =>
      guilds.editRole(guild, role, { name, permissions: String(permissions) }),
    moveRole: (guild, id, position) => guilds.setRolePositions(guild, [{ id, position }]),
    deleteRole: (guild, role) => guilds.deleteRole(guild, role),

    async channels(guild, parent) {
      const all = await guilds.getChannels(guild);
      return inOrder(all.filter(({ parent_id }) => parent_id === parent));
    },
    createChannel: async (guild, name, type) => (await guilds.createChannel(guild, { name, type })).id,
    editChannel: (channel, name) => channels.edit(channel, { name }),
    sortChannels: (guild, ids) =>
      guilds.setChannelPositions(
        guild,
        ids.map((id, position) => ({ id, position })),
      ),
    fileChannel: (channel, parent) => channels.edit(channel, { parent_id: parent }),
    deleteChannel: (channel) => channels.delete(channel),

    async overwrite(channel, role) {
      const found = await channels.get(channel);
      const overwrites = 'permission_overwrites' in found ? found.permission_overwrites : [];
      const of = overwrites?.find(({ id }) => id === role);
      return of === undefined ? null : { allow: Number(of.allow), deny: Number(of.deny) };
    },
    deny: (channel, role, permissions) =>
      channels.editPermissionOverwrite(channel, role, {
        type: OverwriteType.Role,
        deny: String(permissions),
      }),
    deleteOverwrite: (channel, role) => channels.deletePermissionOverwrite(channel, role),

    setNick: (guild, user, nick) => guilds.editMember(guild, user, { nick }),
    addRole: (guild, user, role) => guilds.addRoleToMember(guild, user, role),
    removeRole: (guild, user, role) => guilds.removeRoleFromMember(guild, user, role),
    kick: (guild, user) => guilds.removeMember(guild, user),
    ban: (guild, user, days, reason) =>
      guilds.banUser(guild, user, { delete_message_seconds: days * DAY_SECONDS }, { reason }),
    unban: (guild, user) => guilds.unbanUser(guild, user),
    bans: async (guild) => reasonsByUser(await guilds.getMemberBans(guild)),
    countPrune: async (guild, days) => (await guilds.getPruneCount(guild, { days })).pruned,
    prune: async (guild, days) => (await guilds.beginPrune(guild, { days })).pruned,
    messages: async (channel) => (await channels.getMessages(channel)).map(({ content }) => content),

    sendEmbed: async (channel, content, title) =>
      (await channels.createMessage(channel, { content, embeds: [{ title }] })).id,
    sendFile: async (channel, name, text) =>
      (await channels.createMessage(channel, { files: [{ name, data: Buffer.from(text) }] })).id,
    files: async (channel, message) => {
      const { attachments } = await channels.getMessage(channel, message);
      return readFiles(attachments.map(({ filename, url }) => ({ name: filename, url })));
    },
    embedTitles: async (channel, message) =>
      (await channels.getMessage(channel, message)).embeds.map(({ title }) => title),
    react: (channel, message, emoji) => channels.addMessageReaction(channel, message, emoji),
    reactors: async (channel, message, emoji) =>
      (await channels.getMessageReactions(channel, message, emoji)).map(({ username }) => username),
    bulkDelete: (channel, messages) => channels.bulkDeleteMessages(channel, messages),
    createEmoji: async (guild, name, image) => (await guilds.createEmoji(guild, { name, image })).id ?? '',
    emojis: async (guild) => (await guilds.getEmojis(guild)).map(({ name }) => name ?? ''),

    sendPrivately: async (user, content) =>
      channels.createMessage((await users.createDM(user)).id, { content }),

    integrations: async (guild) =>
      Object.fromEntries(
        (await guilds.getIntegrations(guild)).map(({ id, expire_grace_period }) => [id, expire_grace_period]),
      ),
    deleteIntegration: (guild, id) => guilds.deleteIntegration(guild, id),

    createInvite: async (channel) => (await channels.createInvite(channel, {})).code,
    async invite(code) {
      const { guild, channel } = await invites.get(code);
      return { guild: guild?.id, channel: channel?.id };
    },
    deleteInvite: (code) => invites.delete(code),
    roleReason: async (guild) =>
      (await guilds.getAuditLogs(guild, { action_type: AuditLogEvent.RoleCreate })).audit_log_entries[0]
        ?.reason,
  };
}
