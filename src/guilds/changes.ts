import type { PartialEmoji } from '../protocol/objects/emoji.js';
import { compareSnowflakes, type Snowflake } from '../protocol/snowflake.js';
import type { AuditEntry } from './audit-log/entry.js';
import type { Message, Reaction } from './message.js';
import type {
  GuildBan,
  GuildChannel,
  GuildEmoji,
  GuildImage,
  GuildIntegration,
  GuildInvite,
  GuildMember,
  GuildRole,
  GuildSettings,
  GuildState,
  GuildSubscriber,
  GuildVoiceState,
} from './state.js';

/** The use of a guild's image. */
export type ImageUse = 'icons' | 'splashes';

/** Changes of messages and reactions, in channels of every kind. */
export type MessageChange =
  /** a new message with its attachments */
  | { readonly kind: 'message'; readonly message: Message }
  /** an edited message; no effect if it was deleted */
  | { readonly kind: 'message-edited'; readonly message: Message }
  | {
      readonly kind: 'message-removed';
      readonly id: Snowflake;
      readonly channelId: Snowflake;
      readonly authorId: Snowflake;
    }
  | { readonly kind: 'messages-removed'; readonly ids: readonly Snowflake[] }
  /** reactions exist only in the store and are deleted with their message */
  | { readonly kind: 'reaction'; readonly reaction: Reaction }
  | {
      readonly kind: 'reaction-removed';
      readonly messageId: Snowflake;
      readonly userId: Snowflake;
      readonly emoji: PartialEmoji;
    }
  | { readonly kind: 'reactions-removed'; readonly messageId: Snowflake };

/** Changes of the images of a guild or a group. */
export type ImageChange =
  | { readonly kind: 'image'; readonly use: ImageUse; readonly image: GuildImage }
  | { readonly kind: 'image-removed'; readonly use: ImageUse; readonly hash: string };

/** Changes of a guild: complete values that are put or removed. */
export type GuildChange =
  | { readonly kind: 'settings'; readonly settings: GuildSettings }
  /** the guild with everything in it */
  | { readonly kind: 'guild-removed' }
  | ImageChange
  | { readonly kind: 'invite'; readonly invite: GuildInvite }
  /** of a member who joined by a temporary invite; ends with the membership */
  | { readonly kind: 'temporary-member'; readonly userId: Snowflake }
  | { readonly kind: 'invite-removed'; readonly code: string }
  | { readonly kind: 'integration'; readonly integration: GuildIntegration }
  /** with its subscribers */
  | { readonly kind: 'integration-removed'; readonly id: Snowflake }
  | { readonly kind: 'subscriber'; readonly integrationId: Snowflake; readonly subscriber: GuildSubscriber }
  | { readonly kind: 'subscriber-removed'; readonly integrationId: Snowflake; readonly userId: Snowflake }
  | { readonly kind: 'role'; readonly role: GuildRole }
  | { readonly kind: 'role-removed'; readonly id: Snowflake }
  | { readonly kind: 'channel'; readonly channel: GuildChannel }
  | { readonly kind: 'channel-removed'; readonly id: Snowflake }
  | { readonly kind: 'member'; readonly member: GuildMember }
  | { readonly kind: 'member-removed'; readonly userId: Snowflake }
  | { readonly kind: 'ban'; readonly ban: GuildBan }
  | { readonly kind: 'ban-removed'; readonly userId: Snowflake }
  /** only in the store: the audit log entry of the other changes */
  | { readonly kind: 'audit-entry'; readonly entry: AuditEntry }
  /** only in memory: nobody is in voice after a restart */
  | { readonly kind: 'voice-state'; readonly voiceState: GuildVoiceState }
  | { readonly kind: 'voice-state-removed'; readonly userId: Snowflake }
  /** only in memory: the store computes it */
  | { readonly kind: 'last-message'; readonly channelId: Snowflake; readonly messageId: Snowflake | null }
  | { readonly kind: 'emoji'; readonly emoji: GuildEmoji }
  /** only in the store; `data` is the file as base64 */
  | { readonly kind: 'emoji-image'; readonly id: Snowflake; readonly data: string }
  | { readonly kind: 'emoji-removed'; readonly id: Snowflake }
  | MessageChange;

/** Changes that do not affect the stored guild, and so do not raise its version. */
const UNVERSIONED: ReadonlySet<GuildChange['kind']> = new Set([
  'audit-entry',
  'message',
  'message-edited',
  'message-removed',
  'messages-removed',
  'last-message',
  'reaction',
  'reaction-removed',
  'reactions-removed',
  'voice-state',
  'voice-state-removed',
]);

/** Whether changes affect the stored guild, so that its version rises. */
export function raisesVersion(changes: readonly GuildChange[]): boolean {
  return changes.some(({ kind }) => !UNVERSIONED.has(kind));
}

/** Applies changes in memory. The version rises unless only messages or voice states change, the revision always. */
export function applyChanges(guild: GuildState, changes: readonly GuildChange[]): void {
  for (const change of changes) applyChange(guild, change);
  guild.revision += 1;
  if (raisesVersion(changes)) guild.version += 1;
}

function applyChange(guild: GuildState, change: GuildChange): void {
  switch (change.kind) {
    case 'settings':
      guild.settings = change.settings;
      return;
    case 'guild-removed':
    case 'audit-entry':
    case 'image':
    case 'image-removed':
      return;
    case 'temporary-member':
      guild.temporaryMembers.add(change.userId);
      return;
    case 'invite':
      guild.invites.set(change.invite.code, change.invite);
      return;
    case 'invite-removed':
      guild.invites.delete(change.code);
      return;
    case 'integration':
      guild.integrations.set(change.integration.id, change.integration);
      return;
    case 'integration-removed':
      guild.integrations.delete(change.id);
      guild.subscribers.delete(change.id);
      return;
    case 'subscriber': {
      const subscribers = guild.subscribers.get(change.integrationId) ?? new Map();
      guild.subscribers.set(
        change.integrationId,
        subscribers.set(change.subscriber.userId, change.subscriber),
      );
      return;
    }
    case 'subscriber-removed':
      guild.subscribers.get(change.integrationId)?.delete(change.userId);
      return;
    case 'role':
      guild.roles.set(change.role.id, change.role);
      return;
    case 'role-removed':
      guild.roles.delete(change.id);
      return;
    case 'channel':
      guild.channels.set(change.channel.id, change.channel);
      return;
    case 'channel-removed':
      guild.channels.delete(change.id);
      return;
    case 'member':
      guild.members.set(change.member.userId, change.member);
      return;
    case 'member-removed':
      guild.members.delete(change.userId);
      guild.temporaryMembers.delete(change.userId);
      return;
    case 'ban':
      guild.bans.set(change.ban.userId, change.ban);
      return;
    case 'ban-removed':
      guild.bans.delete(change.userId);
      return;
    case 'voice-state':
      guild.voiceStates.set(change.voiceState.userId, change.voiceState);
      return;
    case 'voice-state-removed':
      guild.voiceStates.delete(change.userId);
      return;
    case 'emoji':
      guild.emojis.set(change.emoji.id, change.emoji);
      return;
    case 'emoji-removed':
      guild.emojis.delete(change.id);
      return;
    case 'message':
      rememberLastMessage(guild, change.message);
      return;
    case 'message-edited':
    case 'message-removed':
    case 'messages-removed':
    case 'emoji-image':
    case 'reaction':
    case 'reaction-removed':
    case 'reactions-removed':
      return;
    case 'last-message':
      setLastMessage(guild, change.channelId, change.messageId);
      return;
  }
}

function rememberLastMessage(guild: GuildState, message: Message): void {
  const last = guild.channels.get(message.channelId)?.lastMessageId ?? null;
  if (last === null || compareSnowflakes(message.id, last) > 0) {
    setLastMessage(guild, message.channelId, message.id);
  }
}

function setLastMessage(guild: GuildState, channelId: Snowflake, messageId: Snowflake | null): void {
  const channel = guild.channels.get(channelId);
  // Every message comes here, and a literal with a property behind a spread is slow.
  if (channel !== undefined) {
    guild.channels.set(channelId, Object.assign({}, channel, { lastMessageId: messageId }));
  }
}
