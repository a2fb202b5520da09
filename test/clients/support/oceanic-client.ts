import assert from 'node:assert/strict';
import { AuditLogActionTypes, Client, type Guild } from 'oceanic.js';
import { eventually } from '../../helpers/eventually.js';
import { describeMember, describeMessage, EventLog } from './event-log.js';
import { type GuildClient, inOrder, inRank, type Login, VERSION } from './guild-client.js';

const DAY_SECONDS = 86_400;
const ROLE = 0;

/** `oceanic.js` 1.15, which takes another address of REST and, as an override, of the gateway. */
export const loginOceanic: Login = async (apiUrl, token) => {
  // It reads the external term format wherever erlpack is installed.
  const address = apiUrl.replace(/^http/, 'ws').replace(/\/api$/, '');
  const gateway = `${address}/?v=${VERSION}&encoding=etf`;
  const client = new Client({
    auth: `Bot ${token}`,
    rest: { baseURL: `${apiUrl}/v${VERSION}` },
    gateway: { intents: ['ALL'], autoReconnect: false, override: { url: async () => gateway } },
  });
  const log = listen(client);
  await client.connect();
  await eventually(() => client.ready && client.guilds.some(({ name }) => name === 'Ruins'));
  log.clear();
  return {
    ...operations(client),
    emitted: log.emitted,
    dispatched: log.dispatched,
    silent: new Set(),
    close: () => client.disconnect(false),
  };
};

type Operations = Omit<GuildClient, 'emitted' | 'dispatched' | 'silent' | 'close'>;

function listen(client: Client): EventLog {
  const log = new EventLog();
  client.on('error', (error) => log.emit('error', String(error)));
  client.on('warn', (message) => log.emit('warn', message));
  client.on('packet', ({ t }) => log.dispatch(t));
  client.on('guildCreate', ({ name }) => log.emit('GUILD_CREATE', name));
  client.on('guildDelete', (guild) => log.emit('GUILD_DELETE', nameOf(guild)));
  client.on('guildRoleCreate', ({ name }) => log.emit('GUILD_ROLE_CREATE', name));
  client.on('guildRoleUpdate', ({ name }) => log.emit('GUILD_ROLE_UPDATE', name));
  client.on('guildRoleDelete', (role) => log.emit('GUILD_ROLE_DELETE', nameOf(role)));
  client.on('channelCreate', (channel) => log.emit('CHANNEL_CREATE', nameOf(channel)));
  client.on('channelUpdate', (channel) => log.emit('CHANNEL_UPDATE', nameOf(channel)));
  client.on('channelDelete', (channel) => log.emit('CHANNEL_DELETE', nameOf(channel)));
  client.on('guildMemberAdd', ({ username }) => log.emit('GUILD_MEMBER_ADD', username));
  client.on('guildMemberUpdate', ({ nick, username, roles }) =>
    log.emit('GUILD_MEMBER_UPDATE', describeMember(nick ?? username, roles.length)),
  );
  client.on('guildMemberRemove', ({ username }) => log.emit('GUILD_MEMBER_REMOVE', username));
  client.on('guildBanAdd', (_guild, { username }) => log.emit('GUILD_BAN_ADD', username));
  client.on('guildBanRemove', (_guild, { username }) => log.emit('GUILD_BAN_REMOVE', username));
  client.on('messageCreate', ({ content, type }) =>
    log.emit('MESSAGE_CREATE', describeMessage(content, type)),
  );
  client.on('messageDelete', (message) =>
    log.emit('MESSAGE_DELETE', 'content' in message ? message.content : undefined),
  );
  client.on('messageUpdate', ({ content }) => log.emit('MESSAGE_UPDATE', content));
  client.on('messageDeleteBulk', ({ length }) => log.emit('MESSAGE_DELETE_BULK', String(length)));
  client.on('messageReactionAdd', (_message, _user, { emoji }) =>
    log.emit('MESSAGE_REACTION_ADD', emoji.name ?? ''),
  );
  client.on('channelPinsUpdate', (_channel, time) => log.emit('CHANNEL_PINS_UPDATE', String(Boolean(time))));
  client.on('guildEmojisUpdate', (_guild, emojis) =>
    log.emit('GUILD_EMOJIS_UPDATE', emojis.map(({ name }) => name).join()),
  );
  client.on('guildIntegrationsUpdate', (guild) => log.emit('GUILD_INTEGRATIONS_UPDATE', nameOf(guild)));
  return log;
}

function nameOf(thing: object): string | undefined {
  return 'name' in thing ? String(thing.name) : undefined;
}

function operations(client: Client): Operations {
  const { guilds, channels } = client.rest;
  const guildOf = (id: string): Guild =>
    client.guilds.get(id) ?? assert.fail(`oceanic.js does not know the guild ${id}`);
  const ask = <T>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, json?: unknown): Promise<T> =>
    client.rest.request<T>({ method, path, auth: true, ...(json === undefined ? {} : { json }) });
  return {
    guilds: async () => client.guilds.map(({ name }) => name),
    // The library left this route out again.
    createGuild: async (name) => (await ask<{ id: string }>('POST', '/guilds', { name })).id,
    deleteGuild: (guild) => client.rest.request({ method: 'DELETE', path: `/guilds/${guild}`, auth: true }),

    roles: async (guild) => inRank(guildOf(guild).roles.toArray()),
    createRole: async (guild, name, permissions, reason) =>
      (await guilds.createRole(guild, { name, permissions: String(permissions), reason })).id,
    editRole: (guild, role, name, permissions) =>
      guilds.editRole(guild, role, { name, permissions: String(permissions) }),
    moveRole: (guild, role, position) => guilds.editRolePositions(guild, [{ id: role, position }]),
    deleteRole: (guild, role) => guilds.deleteRole(guild, role),

    channels: async (guild, parent) =>
      inOrder(
        guildOf(guild)
          .channels.filter(({ parentID }) => (parentID ?? null) === parent)
          .map((channel) => ({
            name: channel.name,
            type: channel.type,
            position: 'position' in channel ? channel.position : 0,
          })),
      ),
    createChannel: async (guild, name, type) => (await guilds.createChannel(guild, type, { name })).id,
    editChannel: (channel, name) => channels.edit(channel, { name }),
    sortChannels: (guild, ids) =>
      guilds.editChannelPositions(
        guild,
        ids.map((id, position) => ({ id, position })),
      ),
    fileChannel: (channel, parent) => channels.edit(channel, { parentID: parent }),
    deleteChannel: (channel) => channels.delete(channel),

    async overwrite(channel, role) {
      const found = client.getChannel(channel);
      assert.ok(found !== undefined && 'permissionOverwrites' in found);
      const overwrite = found.permissionOverwrites.get(role);
      return overwrite === undefined
        ? null
        : { allow: Number(overwrite.allow), deny: Number(overwrite.deny) };
    },
    deny: (channel, role, permissions) =>
      channels.editPermission(channel, role, { allow: 0n, deny: BigInt(permissions), type: ROLE }),
    deleteOverwrite: (channel, role) => channels.deletePermission(channel, role),

    setNick: (guild, user, nick) => guilds.editMember(guild, user, { nick }),
    addRole: (guild, user, role) => guilds.addMemberRole(guild, user, role),
    removeRole: (guild, user, role) => guilds.removeMemberRole(guild, user, role),
    kick: (guild, user) => guilds.removeMember(guild, user),
    ban: (guild, user, days, reason) =>
      guilds.createBan(guild, user, { deleteMessageSeconds: days * DAY_SECONDS, reason }),
    unban: (guild, user) => guilds.removeBan(guild, user),
    bans: async (guild) =>
      Object.fromEntries((await guilds.getBans(guild)).map(({ user, reason }) => [user.id, reason])),
    countPrune: (guild, days) => guilds.getPruneCount(guild, { days }),
    prune: (guild, days) => guilds.beginPrune(guild, { days }),
    messages: async (channel) => (await channels.getMessages(channel)).map(({ content }) => content),

    sendEmbed: async (channel, content, title) =>
      (await channels.createMessage(channel, { content, embeds: [{ title }] })).id,
    embedTitles: async (channel, message) =>
      (await channels.getMessage(channel, message)).embeds.map(({ title }) => title),
    react: (channel, message, emoji) => channels.createReaction(channel, message, emoji),
    reactors: async (channel, message, emoji) =>
      (await channels.getReactions(channel, message, emoji)).map(({ username }) => username),
    // The library pins by later routes.
    pin: (channel, message) => ask('PUT', `/channels/${channel}/pins/${message}`),
    pins: async (channel) =>
      (await ask<{ id: string }[]>('GET', `/channels/${channel}/pins`)).map(({ id }) => id),
    bulkDelete: (channel, messages) => channels.deleteMessages(channel, messages),
    createEmoji: async (guild, name, image) => (await guilds.createEmoji(guild, { name, image })).id,
    emojis: async (guild) => guildOf(guild).emojis.map(({ name }) => name),

    attachIntegration: (guild, type, id) => ask('POST', `/guilds/${guild}/integrations`, { type, id }),
    setGracePeriod: (guild, id, seconds) =>
      ask('PATCH', `/guilds/${guild}/integrations/${id}`, { expire_grace_period: seconds }),
    syncIntegration: (guild, id) => ask('POST', `/guilds/${guild}/integrations/${id}/sync`),
    integrations: async (guild) =>
      Object.fromEntries(
        (await guilds.getIntegrations(guild)).map(({ id, expireGracePeriod }) => [id, expireGracePeriod]),
      ),
    deleteIntegration: (guild, id) => guilds.deleteIntegration(guild, id),
    embed: (guild) => ask('GET', `/guilds/${guild}/embed`),
    setEmbed: (guild, embed) => ask('PATCH', `/guilds/${guild}/embed`, embed),

    createInvite: async (channel) => (await channels.createInvite(channel, {})).code,
    async invite(code) {
      const { guild, channelID } = await channels.getInvite(code);
      return { guild: guild?.id, channel: channelID };
    },
    deleteInvite: (code) => channels.deleteInvite(code),
    roleReason: async (guild) => {
      const options = { actionType: AuditLogActionTypes.ROLE_CREATE, limit: 1 };
      return (await guilds.getAuditLog(guild, options)).entries[0]?.reason;
    },
  };
}
