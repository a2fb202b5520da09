import {
  type GuildChange,
  type ImageChange,
  type MessageChange,
  raisesVersion,
} from '../../guilds/changes.js';
import { emojiKey, type Message } from '../../guilds/message.js';
import type { GuildImage, GuildState } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { StoredMessage } from '../messages.js';
import { toStoredEntry } from './audit-log-store.js';
import { put, remove, sweep, update, type Write } from './writes.js';

/** The writes of changes of a guild. A change of the guild itself also writes its new version. */
export function writesOf(guild: GuildState, changes: readonly GuildChange[]): Write[] {
  const isGone = changes.some(({ kind }) => kind === 'guild-removed');
  const writes = isGone || !raisesVersion(changes) ? [] : [put('guilds', guild.settings, guild)];
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
      return [put('temporary_members', { guildId, userId: change.userId })];
    case 'invite':
      return [put('invites', change.invite, { guildId })];
    case 'invite-removed':
      return [remove('invites', { code: change.code })];
    case 'integration':
      return [put('integrations', change.integration, { guildId })];
    case 'integration-removed':
      return [remove('integrations', { guildId, id: change.id })];
    case 'subscriber': {
      const { subscriber, integrationId } = change;
      return [put('integration_subscribers', subscriber, { guildId, integrationId })];
    }
    case 'subscriber-removed': {
      const { integrationId, userId } = change;
      return [remove('integration_subscribers', { guildId, integrationId, userId })];
    }
    case 'role':
      return [put('roles', change.role, { guildId })];
    case 'role-removed':
      return [remove('roles', { id: change.id })];
    case 'channel':
      return [put('channels', change.channel, { guildId })];
    case 'channel-removed':
      return [remove('channels', { id: change.id })];
    case 'member':
      return [put('members', change.member, { guildId })];
    case 'member-removed':
      return [remove('members', { guildId, userId: change.userId })];
    case 'ban':
      return [put('bans', change.ban, { guildId })];
    case 'ban-removed':
      return [remove('bans', { guildId, userId: change.userId })];
    case 'audit-entry':
      return [put('audit_log', toStoredEntry(change.entry), { guildId })];
    case 'voice-state':
    case 'voice-state-removed':
      return [];
    case 'emoji':
      return [put('emojis', change.emoji, { guildId })];
    case 'emoji-image':
      return [put('emoji_images', { emojiId: change.id, data: change.data })];
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

/** The writes of a change of messages, in channels of every kind. */
export function writesOfMessages(change: MessageChange): Write[] {
  switch (change.kind) {
    case 'message':
      return [put('messages', usersOf(change.message), change.message), ...attachmentWrites(change.message)];
    case 'message-edited':
      return [update('messages', usersOf(change.message), change.message)];
    case 'message-removed':
      return [remove('messages', { id: change.id })];
    case 'messages-removed':
      return change.ids.map((id) => remove('messages', { id }));
    case 'reaction':
      return [put('reactions', change.reaction, { emojiKey: emojiKey(change.reaction.emoji) })];
    case 'reaction-removed': {
      const { messageId, emoji, userId } = change;
      return [remove('reactions', { messageId, emojiKey: emojiKey(emoji), userId })];
    }
    case 'reactions-removed':
      return [sweep('reactionsOfMessage', change.messageId)];
  }
}

/** Users are stored by their ids. */
function usersOf({ author, mentions }: Message): Pick<StoredMessage, 'authorId' | 'mentions'> {
  return { authorId: author.id, mentions: mentions.map(({ id }) => id) };
}

function attachmentWrites({ id: messageId, author, attachments }: Message): Write[] {
  return attachments.map((file) => put('attachments', file, { messageId, userId: author.id }));
}

/** The writes of an image of a guild or a group. @param ownerId the guild or group */
export function writesOfImage(ownerId: Snowflake, change: ImageChange): Write[] {
  switch (change.kind) {
    case 'image':
      return [
        put('images', {
          kind: change.use,
          ownerId,
          hash: change.image.hash,
          data: change.image.data,
        }),
      ];
    case 'image-removed':
      return [remove('images', { kind: change.use, ownerId, hash: change.hash })];
  }
}

/** The image of an account or application before and after a change. */
interface ImageReplacement {
  readonly kind: 'avatars' | 'icons';
  readonly ownerId: Snowflake;
  /** its hash; null if there was none */
  readonly before: string | null;
  /** null removes it; undefined leaves it unchanged */
  readonly after: GuildImage | null | undefined;
}

/** The writes that replace an image. */
export function imageWrites({ kind, ownerId, before, after }: ImageReplacement): Write[] {
  if (after === undefined || (after?.hash ?? null) === before) return [];
  const writes: Write[] = [];
  if (after !== null) {
    writes.push(put('images', { kind, ownerId, hash: after.hash, data: after.data }));
  }
  if (before !== null) writes.push(remove('images', { kind, ownerId, hash: before }));
  return writes;
}
