import { type GuildChange, raisesVersion } from '../../../guilds/changes.js';
import type { GuildState } from '../../../guilds/state.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import { put, remove, type Write } from '../writes.js';
import { auditLogRow } from './audit-rows.js';
import {
  channelRow,
  emojiRow,
  guildRow,
  integrationRow,
  inviteRow,
  memberRow,
  roleRow,
} from './guild-rows.js';
import { writesOfImage } from './image-writes.js';
import { writesOfMessages } from './message-rows.js';

/** The writes of changes of a guild. A change of the guild itself also writes its new version. */
export function writesOf(guild: GuildState, changes: readonly GuildChange[]): Write[] {
  const isGone = changes.some(({ kind }) => kind === 'guild-removed');
  const writes = isGone || !raisesVersion(changes) ? [] : [put('guilds', guildRow(guild))];
  for (const change of changes) for (const write of writeOf(guild.id, change)) writes.push(write);
  return writes;
}

function writeOf(guildId: Snowflake, change: GuildChange): Write[] {
  switch (change.kind) {
    case 'settings':
    case 'last-message':
      // The guild's row is written with every change, because of its version; the last message is computed from the
      // stored messages.
      return [];
    case 'guild-removed':
      return [remove('guilds', { id: guildId })];
    case 'image':
    case 'image-removed':
      return writesOfImage(guildId, change);
    case 'temporary-member':
      return [put('temporary_members', { guild_id: guildId, user_id: change.userId })];
    case 'invite':
      return [put('invites', inviteRow(guildId, change.invite))];
    case 'invite-removed':
      return [remove('invites', { code: change.code })];
    case 'integration':
      return [put('integrations', integrationRow(guildId, change.integration))];
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
      return [put('roles', roleRow(guildId, change.role))];
    case 'role-removed':
      return [remove('roles', { id: change.id })];
    case 'channel':
      return [put('channels', channelRow(guildId, change.channel))];
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
    case 'emoji':
      return [put('emojis', emojiRow(guildId, change.emoji))];
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
