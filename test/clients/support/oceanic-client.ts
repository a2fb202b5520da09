import assert from 'node:assert/strict';
import { AuditLogActionTypes, Client, type EventReaction, type RESTMethod } from 'oceanic.js';
import { connectEris, describePins, erisEvents } from './eris-events.js';
import { type EventTable, nameOf } from './event-log.js';
import { type GuildOperations, type Login, VERSION } from './guild-client.js';
import { cached, gracePeriodsById, inOrder, inRank, readFiles, reasonsByUser } from './normalize.js';
import { rawOperations } from './raw-operations.js';

const DAY_SECONDS = 86_400;
const ROLE = 0;

const EVENTS: EventTable = {
  ...erisEvents(0),
  messageReactionAdd: [
    'MESSAGE_REACTION_ADD',
    (_message: unknown, _user: unknown, { emoji }: EventReaction) => emoji.name ?? undefined,
  ],
  channelPinsUpdate: ['CHANNEL_PINS_UPDATE', describePins],
  guildIntegrationsUpdate: ['GUILD_INTEGRATIONS_UPDATE', nameOf],
};

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
  const log = await connectEris(client, EVENTS, 'packet');
  return {
    ...operations(client),
    log,
    silent: new Set(),
    close: () => client.disconnect(false),
  };
};

function operations(client: Client): GuildOperations {
  const { guilds, channels } = client.rest;
  const guildOf = (id: string) => cached(client.guilds, id);
  const send = <T>(method: RESTMethod, path: string, json?: unknown): Promise<T> =>
    client.rest.request<T>({ method, path, auth: true, ...(json === undefined ? {} : { json }) });
  return {
    ...rawOperations((method, path, json) =>
      send(method.toUpperCase() as Uppercase<typeof method>, path, json),
    ),
    guilds: async () => client.guilds.map(({ name }) => name),
    // The library left this route out again.
    createGuild: async (name) => (await send<{ id: string }>('POST', '/guilds', { name })).id,
    deleteGuild: (guild) => send('DELETE', `/guilds/${guild}`),

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
    bans: async (guild) => reasonsByUser(await guilds.getBans(guild)),
    countPrune: (guild, days) => guilds.getPruneCount(guild, { days }),
    prune: (guild, days) => guilds.beginPrune(guild, { days }),
    messages: async (channel) => (await channels.getMessages(channel)).map(({ content }) => content),

    sendEmbed: async (channel, content, title) =>
      (await channels.createMessage(channel, { content, embeds: [{ title }] })).id,
    sendFile: async (channel, name, text) =>
      (await channels.createMessage(channel, { files: [{ name, contents: Buffer.from(text) }] })).id,
    files: async (channel, message) => {
      const { attachments } = await channels.getMessage(channel, message);
      return readFiles(attachments.map(({ filename, url }) => ({ name: filename, url })));
    },
    embedTitles: async (channel, message) =>
      (await channels.getMessage(channel, message)).embeds.map(({ title }) => title),
    react: (channel, message, emoji) => channels.createReaction(channel, message, emoji),
    reactors: async (channel, message, emoji) =>
      (await channels.getReactions(channel, message, emoji)).map(({ username }) => username),
    bulkDelete: (channel, messages) => channels.deleteMessages(channel, messages),
    createEmoji: async (guild, name, image) => (await guilds.createEmoji(guild, { name, image })).id,
    emojis: async (guild) => guildOf(guild).emojis.map(({ name }) => name),

    sendPrivately: async (user, content) =>
      channels.createMessage((await client.rest.users.createDM(user)).id, { content }),

    integrations: async (guild) => gracePeriodsById(await guilds.getIntegrations(guild)),
    deleteIntegration: (guild, id) => guilds.deleteIntegration(guild, id),

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
