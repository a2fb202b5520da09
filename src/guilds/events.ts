import type { PartialEmoji } from '../protocol/objects/emoji.js';
import type { Activity, Status } from '../protocol/objects/presence.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { AuditedAction } from './audit-log/entry.js';
import type { GuildChange } from './changes.js';
import { rolesInOrder } from './hierarchy.js';
import type { Message } from './message.js';
import type {
  GuildChannel,
  GuildEmoji,
  GuildMember,
  GuildRole,
  GuildSettings,
  GuildState,
  GuildUser,
} from './state.js';

/** A guild without its channels and members, at the time of an event. */
export interface GuildSnapshot {
  readonly id: Snowflake;
  readonly settings: GuildSettings;
  /** from the lowest to the highest */
  readonly roles: readonly GuildRole[];
  readonly emojis: readonly GuildEmoji[];
}

/** The voice state of a user at the time of an event. */
export interface VoiceSnapshot {
  readonly userId: Snowflake;
  /** null: no longer in a channel */
  readonly channelId: Snowflake | null;
  readonly sessionId: string;
  /** by a moderator */
  readonly mute: boolean;
  readonly deaf: boolean;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  /** whether the user lacks the permission to speak there */
  readonly isSuppressed: boolean;
  /** whether they may listen there without viewing the channel, because somebody moved them */
  readonly hasDelegatedAccess: boolean;
}

/** The presence of a member. */
export interface PresenceSnapshot {
  readonly userId: Snowflake;
  /** of the member in the guild */
  readonly roles: readonly Snowflake[];
  readonly status: Status;
  readonly game: Activity | null;
}

interface ReactionChanged {
  readonly channelId: Snowflake;
  readonly messageId: Snowflake;
  readonly userId: Snowflake;
  readonly emoji: PartialEmoji;
}

/** The data of each event of a guild. All values are immutable: an event may be published after later changes. */
interface EventData {
  /** a user became a member and receives the whole guild as of sending */
  guildJoined: { readonly userId: Snowflake };
  guildUpdated: { readonly guild: GuildSnapshot };
  guildDeleted: object;
  /** a user is no longer a member */
  guildLeft: { readonly userId: Snowflake };
  channelCreated: { readonly channel: GuildChannel };
  channelUpdated: { readonly channel: GuildChannel };
  channelDeleted: { readonly channel: GuildChannel };
  /** `lastPinAt` in milliseconds since the Unix epoch; null: never pinned */
  channelPinsUpdated: { readonly channelId: Snowflake; readonly lastPinAt: number | null };
  memberJoined: { readonly member: GuildMember; readonly user: GuildUser };
  memberUpdated: { readonly member: GuildMember; readonly user: GuildUser };
  memberLeft: { readonly user: GuildUser };
  banAdded: { readonly user: GuildUser };
  banRemoved: { readonly user: GuildUser };
  /** `except`: a bot that joins receives its role with the guild */
  roleCreated: { readonly role: GuildRole; readonly except?: Snowflake };
  roleUpdated: { readonly role: GuildRole };
  roleDeleted: { readonly roleId: Snowflake };
  emojisUpdated: { readonly emojis: readonly GuildEmoji[] };
  integrationsUpdated: object;
  /** `from`: the user's previous channel; null: none */
  voiceStateUpdated: { readonly voice: VoiceSnapshot; readonly from: Snowflake | null };
  messageCreated: { readonly channelId: Snowflake; readonly message: Message };
  messageUpdated: { readonly channelId: Snowflake; readonly message: Message };
  messageDeleted: { readonly channelId: Snowflake; readonly messageId: Snowflake };
  messagesDeleted: { readonly channelId: Snowflake; readonly messageIds: readonly Snowflake[] };
  reactionAdded: ReactionChanged;
  reactionRemoved: ReactionChanged;
  reactionsCleared: { readonly channelId: Snowflake; readonly messageId: Snowflake };
  /** `at` in milliseconds since the Unix epoch */
  typingStarted: { readonly channelId: Snowflake; readonly userId: Snowflake; readonly at: number };
  presenceUpdated: { readonly presence: PresenceSnapshot };
}

export type GuildEventType = keyof EventData;

/** An event of one type, e.g. `EventOf<'roleCreated'>`. */
export type EventOf<Type extends GuildEventType> = {
  [Each in Type]: { readonly type: Each } & EventData[Each];
}[Type];

/** An event of a guild. */
export type GuildEvent = EventOf<GuildEventType>;

/** Events of a guild whose data is the same for all recipients; with `guildJoined` each session receives its own. */
export type SharedEvent = Exclude<GuildEvent, { readonly type: 'guildJoined' }>;

/** The recipients of an event. */
export type Audience =
  /** every member, or every member except one */
  | { readonly kind: 'guild'; readonly except?: Snowflake | undefined }
  /** every member who may view the channel */
  | { readonly kind: 'channel'; readonly channelId: Snowflake }
  /** members who may view the user's current channel or, if it is null, the previous one */
  | { readonly kind: 'voice'; readonly from: Snowflake | null }
  /** one user, who need no longer be a member */
  | { readonly kind: 'user'; readonly userId: Snowflake };

/** The recipients of an event of a guild (docs/gateway.md). */
export function audienceOf(event: GuildEvent): Audience {
  switch (event.type) {
    case 'guildJoined':
    case 'guildLeft':
      return { kind: 'user', userId: event.userId };
    case 'memberJoined':
      return { kind: 'guild', except: event.member.userId };
    case 'memberLeft':
    case 'banAdded':
      return { kind: 'guild', except: event.user.id };
    case 'roleCreated':
      return { kind: 'guild', except: event.except };
    case 'channelCreated':
    case 'channelUpdated':
    case 'channelDeleted':
      return { kind: 'channel', channelId: event.channel.id };
    case 'channelPinsUpdated':
    case 'messageCreated':
    case 'messageUpdated':
    case 'messageDeleted':
    case 'messagesDeleted':
    case 'reactionAdded':
    case 'reactionRemoved':
    case 'reactionsCleared':
    case 'typingStarted':
      return { kind: 'channel', channelId: event.channelId };
    case 'voiceStateUpdated':
      return { kind: 'voice', from: event.from };
    case 'guildUpdated':
    case 'guildDeleted':
    case 'memberUpdated':
    case 'banRemoved':
    case 'roleUpdated':
    case 'roleDeleted':
    case 'emojisUpdated':
    case 'integrationsUpdated':
    case 'presenceUpdated':
      return { kind: 'guild' };
  }
}

/** A snapshot of a guild for events and replies. @param settings replace the current ones */
export function snapshotOf(guild: GuildState, settings: GuildSettings = guild.settings): GuildSnapshot {
  return {
    id: guild.id,
    settings,
    roles: rolesInOrder(guild),
    emojis: [...guild.emojis.values()].map((emoji) => usableByExistingRoles(guild, emoji)),
  };
}

/** An emoji without deleted roles. */
export function usableByExistingRoles(guild: Pick<GuildState, 'roles'>, emoji: GuildEmoji): GuildEmoji {
  return { ...emoji, roles: emoji.roles.filter((id) => guild.roles.has(id)) };
}

/** The effects of a decision: changes, their events, and audit log actions. */
export interface Effects {
  readonly changes: readonly GuildChange[];
  /** published after the commit */
  readonly events: readonly GuildEvent[];
  /** absent: none */
  readonly audit?: readonly AuditedAction[];
}

/** The decision of a rule, with the value of the reply. */
export interface Decision<Result> extends Effects {
  readonly result: Result;
  /** the audit log reason in the request's body; absent: the reason of the request */
  readonly reason?: string | null;
}

/** No effects. */
export const NO_EFFECTS: Effects = { changes: [], events: [] };

/** Combines effects in order. */
export function combineEffects(...parts: readonly Effects[]): Effects {
  return {
    changes: parts.flatMap(({ changes }) => changes),
    events: parts.flatMap(({ events }) => events),
    audit: parts.flatMap(({ audit = [] }) => audit),
  };
}
