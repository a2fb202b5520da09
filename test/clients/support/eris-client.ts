import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { Client } from 'eris';
import { DetourAgent } from './detour-agent.js';
import { connectEris, describePins, erisEvents } from './eris-events.js';
import type { EventTable } from './event-log.js';
import type { GuildOperations, Login } from './guild-client.js';
import { cached, gracePeriodsById, inOrder, inRank, readFiles, reasonsByUser } from './normalize.js';
import { rawOperations } from './raw-operations.js';

const ROLE_CREATE = 30;

const EVENTS: EventTable = {
  ...erisEvents(1),
  messageReactionAdd: ['MESSAGE_REACTION_ADD', (_message: unknown, { name }: { name: string }) => name],
  channelPinUpdate: ['CHANNEL_PINS_UPDATE', describePins],
};

/** `eris` 0.13, which speaks to one host alone: its agent leads it elsewhere. */
export const loginEris: Login = async (apiUrl, token) => {
  const client = new Client(`Bot ${token}`, {
    agent: new DetourAgent(new URL(apiUrl)),
    ws: { agent: new Agent() },
    maxShards: 'auto',
    autoreconnect: false,
  });
  const log = await connectEris(client, EVENTS, 'rawWS');
  return {
    ...operations(client),
    log,
    silent: new Set(['GUILD_INTEGRATIONS_UPDATE']),
    close: () => client.disconnect({ reconnect: false }),
  };
};

function idOf(channel: unknown): string {
  assert.ok(typeof channel === 'object' && channel !== null && 'id' in channel);
  return String(channel.id);
}

function operations(client: Client): GuildOperations {
  const guildOf = (id: string) => cached(client.guilds, id);
  return {
    ...rawOperations((method, path, body) =>
      client.requestHandler.request(method.toUpperCase(), path, true, body),
    ),
    guilds: async () => client.guilds.map(({ name }) => name),
    createGuild: async (name) => (await client.createGuild(name, {})).id,
    deleteGuild: (guild) => client.deleteGuild(guild),

    roles: async (guild) => inRank([...guildOf(guild).roles.values()]),
    createRole: async (guild, name, permissions, reason) =>
      (await client.createRole(guild, { name, permissions }, reason)).id,
    editRole: (guild, role, name, permissions) => client.editRole(guild, role, { name, permissions }),
    moveRole: (guild, role, position) => client.editRolePosition(guild, role, position),
    deleteRole: (guild, role) => client.deleteRole(guild, role),

    channels: async (guild, parent) =>
      inOrder(guildOf(guild).channels.filter(({ parentID }) => (parentID ?? null) === parent)),
    createChannel: async (guild, name, type) => idOf(await client.createChannel(guild, name, type)),
    editChannel: (channel, name) => client.editChannel(channel, { name }),
    sortChannels: (_guild, [first]) => client.editChannelPosition(first, 0),
    fileChannel: (channel, parent) => client.editChannel(channel, { parentID: parent }),
    deleteChannel: (channel) => client.deleteChannel(channel),

    async overwrite(channel, role) {
      const found = client.getChannel(channel);
      const overwrite = 'permissionOverwrites' in found ? found.permissionOverwrites.get(role) : undefined;
      return overwrite === undefined ? null : { allow: overwrite.allow, deny: overwrite.deny };
    },
    deny: (channel, role, permissions) => client.editChannelPermission(channel, role, 0, permissions, 'role'),
    deleteOverwrite: (channel, role) => client.deleteChannelPermission(channel, role),

    setNick: (guild, user, nick) => client.editGuildMember(guild, user, { nick }),
    addRole: (guild, user, role) => client.addGuildMemberRole(guild, user, role),
    removeRole: (guild, user, role) => client.removeGuildMemberRole(guild, user, role),
    kick: (guild, user) => client.kickGuildMember(guild, user),
    // The library sends reasons as they are, and headers carry no characters other than Latin-1.
    ban: (guild, user, days, reason) => client.banGuildMember(guild, user, days, encodeURIComponent(reason)),
    unban: (guild, user) => client.unbanGuildMember(guild, user),
    bans: async (guild) => reasonsByUser(await client.getGuildBans(guild)),
    countPrune: (guild, days) => client.getPruneCount(guild, { days }),
    prune: (guild, days) => client.pruneMembers(guild, { days }),
    messages: async (channel) => (await client.getMessages(channel)).map(({ content }) => content),

    sendEmbed: async (channel, content, title) =>
      (await client.createMessage(channel, { content, embed: { title } })).id,
    sendFile: async (channel, name, text) =>
      (await client.createMessage(channel, '', { name, file: Buffer.from(text) })).id,
    files: async (channel, message) => {
      const { attachments } = await client.getMessage(channel, message);
      return readFiles(attachments.map(({ filename, url }) => ({ name: filename, url })));
    },
    embedTitles: async (channel, message) =>
      (await client.getMessage(channel, message)).embeds.map(({ title }) => title),
    react: (channel, message, emoji) => client.addMessageReaction(channel, message, emoji),
    reactors: async (channel, message, emoji) =>
      (await client.getMessageReaction(channel, message, emoji)).map(({ username }) => username),
    pin: (channel, message) => client.pinMessage(channel, message),
    pins: async (channel) => (await client.getPins(channel)).map(({ id }) => id),
    // The library compares ages with the clock of this machine, and the service has one of its own.
    bulkDelete: (channel, messages) =>
      client.requestHandler.request('POST', `/channels/${channel}/messages/bulk-delete`, true, { messages }),
    async createEmoji(guild, name, image) {
      // Its types leave out the image, which its documentation demands.
      const options: { name: string; image: string } = { name, image };
      return (await client.createGuildEmoji(guild, options)).id;
    },
    emojis: async (guild) => guildOf(guild).emojis.map(({ name }) => name),

    sendPrivately: async (user, content) =>
      client.createMessage((await client.getDMChannel(user)).id, { content }),

    syncIntegration: (guild, id) => client.syncGuildIntegration(guild, id),
    integrations: async (guild) => gracePeriodsById(await client.getGuildIntegrations(guild)),
    deleteIntegration: (guild, id) => client.deleteGuildIntegration(guild, id),
    embed: (guild) => client.getGuildEmbed(guild),

    createInvite: async (channel) => (await client.createChannelInvite(channel, {})).code,
    async invite(code) {
      const invite = await client.getInvite(code);
      return { guild: 'guild' in invite ? invite.guild.id : undefined, channel: invite.channel.id };
    },
    deleteInvite: (code) => client.deleteInvite(code),
    roleReason: async (guild) =>
      (await client.getGuildAuditLogs(guild, 1, undefined, ROLE_CREATE)).entries[0]?.reason,
  };
}
