import { type GuildChange, raisesVersion } from '../guilds/changes.js';
import type {
  GuildAuditEntry,
  GuildMember,
  GuildState,
  GuildSubscriber,
  UserLookup,
} from '../guilds/state.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { StoredGuild } from '../store/queries/guild-queries.js';
import type { AuditLogRow, GuildRow, IntegrationSubscriberRow, MemberRow } from '../store/rows.js';
import { put, remove, type Write } from '../store/writes.js';
import { writesOfMessages } from './message-writes.js';

/** Translates between the guild as the rules know it and the rows that are kept: neither side knows the other. */

export function guildFromRows(stored: StoredGuild, users: UserLookup): GuildState {
  const { id, version, ...settings } = stored.guild;
  return {
    id,
    version,
    settings,
    roles: new Map(stored.roles.map(({ guild_id: _, ...role }) => [role.id, role])),
    channels: new Map(
      stored.channels.map(({ guild_id: _, ...channel }) => [
        channel.id,
        { ...channel, last_message_id: stored.lastMessages.get(channel.id) ?? null },
      ]),
    ),
    members: new Map(stored.members.map((row) => [row.user_id, memberFromRow(row)])),
    bans: new Map(stored.bans.map(({ user_id: userId, reason }) => [userId, { userId, reason }])),
    voiceStates: new Map(),
    invites: new Map(stored.invites.map(({ guild_id: _, ...invite }) => [invite.code, invite])),
    integrations: new Map(stored.integrations.map(({ guild_id: _, ...one }) => [one.id, one])),
    subscribers: subscribersFromRows(stored.subscribers),
    temporaryMembers: new Set(stored.temporaryMembers),
    emojis: new Map(
      stored.emojis.map(({ guild_id: _, user_id: userId, ...emoji }) => [emoji.id, { ...emoji, userId }]),
    ),
    users,
  };
}

function subscribersFromRows(rows: readonly IntegrationSubscriberRow[]): GuildState['subscribers'] {
  const found = new Map<Snowflake, Map<Snowflake, GuildSubscriber>>();
  for (const { integration_id, user_id: userId, expires_at: expiresAt } of rows) {
    const ofOne = found.get(integration_id) ?? new Map<Snowflake, GuildSubscriber>();
    found.set(integration_id, ofOne.set(userId, { userId, expiresAt }));
  }
  return found;
}

const NO_ROLES: readonly Snowflake[] = Object.freeze([]);

function memberFromRow(row: MemberRow): GuildMember {
  return {
    userId: row.user_id,
    nick: row.nick,
    roles: row.roles.length === 0 ? NO_ROLES : row.roles,
    joinedAt: row.joined_at,
    deaf: row.deaf,
    mute: row.mute,
  };
}

/** How changes of a guild are kept. With a change of the guild itself goes its new version. */
export function writesOf(guild: GuildState, changes: readonly GuildChange[]): Write[] {
  const writes = changes.flatMap((change) => writeOf(guild.id, change));
  const isGone = changes.some(({ kind }) => kind === 'guild-removed');
  return isGone || !raisesVersion(changes) ? writes : [put('guilds', guildRow(guild)), ...writes];
}

function writeOf(guildId: Snowflake, change: GuildChange): Write[] {
  switch (change.kind) {
    case 'settings':
    case 'last-message':
      // The guild's row is put with every change, for its version; the last message is the newest that is there.
      return [];
    case 'guild-removed':
      return [remove('guilds', { id: guildId })];
    case 'image':
      return [put('images', { kind: change.use, owner_id: guildId, ...change.image })];
    case 'image-removed':
      return [remove('images', { kind: change.use, owner_id: guildId, hash: change.hash })];
    case 'temporary-member':
      return [put('temporary_members', { guild_id: guildId, user_id: change.userId })];
    case 'invite':
      return [put('invites', { ...change.invite, guild_id: guildId })];
    case 'invite-removed':
      return [remove('invites', { code: change.code })];
    case 'integration':
      return [put('integrations', { ...change.integration, guild_id: guildId })];
    case 'integration-removed':
      return [remove('integrations', { guild_id: guildId, id: change.id })];
    case 'subscriber': {
      const { userId: user_id, expiresAt: expires_at } = change.subscriber;
      const { integrationId: integration_id } = change;
      return [put('integration_subscribers', { guild_id: guildId, integration_id, user_id, expires_at })];
    }
    case 'subscriber-removed': {
      const { integrationId: integration_id, userId: user_id } = change;
      return [remove('integration_subscribers', { guild_id: guildId, integration_id, user_id })];
    }
    case 'role':
      return [put('roles', { ...change.role, guild_id: guildId })];
    case 'role-removed':
      return [remove('roles', { id: change.id })];
    case 'channel':
      return [put('channels', { ...change.channel, guild_id: guildId })];
    case 'channel-removed':
      return [remove('channels', { id: change.id })];
    case 'member':
      return [put('members', memberRow(guildId, change.member))];
    case 'member-removed':
      return [remove('members', { guild_id: guildId, user_id: change.userId })];
    case 'ban': {
      const { userId, reason } = change.ban;
      return [put('bans', { guild_id: guildId, user_id: userId, reason })];
    }
    case 'ban-removed':
      return [remove('bans', { guild_id: guildId, user_id: change.userId })];
    case 'audit-entry':
      return [put('audit_log', auditLogRow(guildId, change.entry))];
    case 'voice-state':
    case 'voice-state-removed':
      return [];
    case 'emoji': {
      const { userId: user_id, ...emoji } = change.emoji;
      return [put('emojis', { ...emoji, guild_id: guildId, user_id })];
    }
    case 'emoji-image':
      return [put('emoji_images', { emoji_id: change.id, data: change.data })];
    case 'emoji-removed':
      return [remove('emojis', { id: change.id })];
    case 'message':
    case 'message-edited':
    case 'message-removed':
    case 'messages-removed':
    case 'reaction':
    case 'reaction-removed':
    case 'reactions-removed':
      return writesOfMessages(change);
  }
}

function guildRow(guild: GuildState): GuildRow {
  return { id: guild.id, version: guild.version, ...guild.settings };
}

function auditLogRow(guildId: Snowflake, entry: GuildAuditEntry): AuditLogRow {
  const { id, action: action_type, changes, options, reason } = entry;
  return {
    id,
    guild_id: guildId,
    user_id: entry.userId,
    action_type,
    target_id: entry.targetId,
    changes: [...changes],
    options,
    reason,
  };
}

function memberRow(guildId: Snowflake, member: GuildMember): MemberRow {
  return {
    guild_id: guildId,
    user_id: member.userId,
    nick: member.nick,
    roles: member.roles,
    joined_at: member.joinedAt,
    deaf: member.deaf,
    mute: member.mute,
  };
}
