import assert from 'node:assert/strict';
import type { Client as Client14 } from 'discord.js';
import type { Client as Client13 } from 'discord.js-13';
import { eventually } from '../../helpers/eventually.js';
import { type EventLog, type EventTable, logEvents } from './event-log.js';
import type { GuildOperations } from './guild-client.js';
import { gracePeriodsById, inRank, reasonsByUser } from './normalize.js';

const DAY_SECONDS = 86_400;

type Client = Client13 | Client14;

/** Signs in and waits until the library has received the guilds it is in. @returns the log of what follows */
export async function signIn(client: Client, events: EventTable, token: string): Promise<EventLog> {
  const log = logEvents(client, events, 'raw');
  await client.login(token);
  const isIn = () => [...client.guilds.cache.values()].some(({ name }) => name === 'Ruins');
  await eventually(() => client.isReady() && isIn());
  log.clear();
  return log;
}

/** The operations for which discord.js 13 and 14 have the same methods. */
export function sharedOperations(client: Client) {
  const guildOf = (id: string) =>
    client.guilds.cache.get(id) ?? assert.fail(`discord.js does not have ${id}`);
  const channelOf = (id: string) => {
    const channel = client.channels.cache.get(id);
    assert.ok(channel !== undefined && 'permissionOverwrites' in channel);
    return channel;
  };
  const textOf = (id: string) => {
    const channel = channelOf(id);
    assert.ok('bulkDelete' in channel && 'send' in channel);
    return channel;
  };
  return {
    guilds: async () => [...client.guilds.cache.values()].map(({ name }) => name),
    deleteGuild: (guild) => guildOf(guild).delete(),

    roles: async (guild) =>
      inRank(
        [...guildOf(guild).roles.cache.values()].map(({ id, name, rawPosition }) => ({
          id,
          name,
          position: rawPosition,
        })),
      ),
    createRole: async (guild, name, permissions, reason) =>
      (await guildOf(guild).roles.create({ name, permissions: BigInt(permissions), reason })).id,
    editRole: (guild, role, name, permissions) =>
      guildOf(guild).roles.edit(role, { name, permissions: BigInt(permissions) }),
    moveRole: (guild, role, position) => guildOf(guild).roles.setPosition(role, position),
    deleteRole: (guild, role) => guildOf(guild).roles.delete(role),

    editChannel: (channel, name) => channelOf(channel).edit({ name }),
    sortChannels: (guild, ids) =>
      guildOf(guild).channels.setPositions(ids.map((channel, position) => ({ channel, position }))),
    fileChannel: (channel, parent) => channelOf(channel).guild.channels.edit(channel, { parent }),
    deleteChannel: (channel) => channelOf(channel).delete(),

    async overwrite(channel, role) {
      const overwrite = channelOf(channel).permissionOverwrites.cache.get(role);
      if (overwrite === undefined) return null;
      return { allow: Number(overwrite.allow.bitfield), deny: Number(overwrite.deny.bitfield) };
    },
    deleteOverwrite: (channel, role) => channelOf(channel).permissionOverwrites.delete(role),

    setNick: (guild, user, nick) => guildOf(guild).members.edit(user, { nick }),
    kick: (guild, user) => guildOf(guild).members.kick(user),
    ban: (guild, user, days, reason) =>
      guildOf(guild).members.ban(user, { deleteMessageSeconds: days * DAY_SECONDS, reason }),
    unban: (guild, user) => guildOf(guild).members.unban(user),
    bans: async (guild) => reasonsByUser((await guildOf(guild).bans.fetch({ cache: false })).values()),

    sendEmbed: async (channel, content, title) =>
      (await textOf(channel).send({ content, embeds: [{ title }] })).id,
    sendFile: async (channel, name, text) =>
      (await textOf(channel).send({ files: [{ name, attachment: Buffer.from(text) }] })).id,
    react: (channel, message, emoji) => textOf(channel).messages.react(message, emoji),
    bulkDelete: async (channel, messages) => textOf(channel).bulkDelete(messages),
    emojis: async (guild) => [...guildOf(guild).emojis.cache.values()].map(({ name }) => name ?? ''),

    sendPrivately: async (user, content) => (await client.users.fetch(user)).send({ content }),

    integrations: async (guild) => gracePeriodsById((await guildOf(guild).fetchIntegrations()).values()),
    deleteIntegration: async (guild, id) => (await guildOf(guild).fetchIntegrations()).get(id)?.delete(),

    createInvite: async (channel) => (await channelOf(channel).guild.invites.create(channel)).code,
    async invite(code) {
      const { guild, channelId } = await client.fetchInvite(code);
      return { guild: guild?.id, channel: channelId };
    },
    deleteInvite: async (code) => (await client.fetchInvite(code)).delete(),
  } satisfies Partial<GuildOperations>;
}
