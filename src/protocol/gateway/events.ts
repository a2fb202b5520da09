import type { Channel } from '../objects/channel.js';
import type { Emoji, PartialEmoji } from '../objects/emoji.js';
import type { Guild, GuildCreate, UnavailableGuild } from '../objects/guild.js';
import type { Member } from '../objects/member.js';
import type { Message } from '../objects/message.js';
import type { Presence } from '../objects/presence.js';
import type { Role } from '../objects/role.js';
import type { PartialUser, User } from '../objects/user.js';
import type { VoiceState } from '../objects/voice.js';
import type { Snowflake } from '../snowflake.js';

/** READY (docs/gateway.md). */
export interface GatewayReady {
  v: number;
  user: User;
  private_channels: readonly Channel[];
  guilds: readonly UnavailableGuild[];
  relationships: readonly unknown[];
  session_id: string;
  resume_gateway_url: string;
  application?: { id: Snowflake; flags: number };
  shard?: readonly [number, number];
  /** the session receives OAUTH2_APPLICATIONS_UPDATE, as requested with IDENTIFY */
  application_updates?: true;
  _trace: readonly string[];
}

/** A part of the reply to op 8 (docs/gateway.md, Members on request). */
export interface GuildMembersChunk {
  guild_id: Snowflake;
  members: Member[];
  /** from 0 to `chunk_count` - 1 */
  chunk_index: number;
  chunk_count: number;
  /** the requested `user_ids` that are not members; only in the first chunk */
  not_found?: Snowflake[];
  presences?: Presence[];
  nonce?: string;
}

/** A reaction of one user was added or removed. */
export interface ReactionEvent {
  user_id: Snowflake;
  channel_id: Snowflake;
  message_id: Snowflake;
  guild_id?: Snowflake;
  emoji: PartialEmoji;
}

/** Gateway dispatches by name, with the shape of `d` (docs/gateway.md). */
export interface GatewayEvents {
  READY: GatewayReady;
  RESUMED: { _trace: readonly string[] };
  GUILD_CREATE: GuildCreate;
  GUILD_UPDATE: Guild;
  GUILD_DELETE: UnavailableGuild;
  CHANNEL_CREATE: Channel;
  CHANNEL_UPDATE: Channel;
  CHANNEL_DELETE: Channel;
  /** of groups; sent to everybody who was in it before */
  CHANNEL_RECIPIENT_ADD: { channel_id: Snowflake; user: PartialUser; nick?: string };
  /** of groups; sent to the remaining recipients */
  CHANNEL_RECIPIENT_REMOVE: { channel_id: Snowflake; user: PartialUser };
  GUILD_MEMBER_ADD: Member & { guild_id: Snowflake };
  GUILD_MEMBER_UPDATE: { guild_id: Snowflake; roles: Snowflake[]; user: PartialUser; nick: string | null };
  GUILD_MEMBER_REMOVE: { guild_id: Snowflake; user: PartialUser };
  GUILD_BAN_ADD: PartialUser & { guild_id: Snowflake; user: PartialUser };
  GUILD_BAN_REMOVE: PartialUser & { guild_id: Snowflake; user: PartialUser };
  GUILD_ROLE_CREATE: { guild_id: Snowflake; role: Role };
  GUILD_ROLE_UPDATE: { guild_id: Snowflake; role: Role };
  GUILD_ROLE_DELETE: { guild_id: Snowflake; role_id: Snowflake };
  GUILD_EMOJIS_UPDATE: { guild_id: Snowflake; emojis: readonly Emoji[] };
  GUILD_INTEGRATIONS_UPDATE: { guild_id: Snowflake };
  GUILD_MEMBERS_CHUNK: GuildMembersChunk;
  MESSAGE_CREATE: Message;
  MESSAGE_UPDATE: Message;
  MESSAGE_DELETE: { id: Snowflake; channel_id: Snowflake; guild_id?: Snowflake };
  MESSAGE_DELETE_BULK: { ids: readonly Snowflake[]; channel_id: Snowflake; guild_id?: Snowflake };
  MESSAGE_REACTION_ADD: ReactionEvent;
  MESSAGE_REACTION_REMOVE: ReactionEvent;
  MESSAGE_REACTION_REMOVE_ALL: { channel_id: Snowflake; message_id: Snowflake; guild_id?: Snowflake };
  CHANNEL_PINS_UPDATE: { guild_id?: Snowflake; channel_id: Snowflake; last_pin_timestamp: string | null };
  PRESENCE_UPDATE: Presence & { guild_id: Snowflake };
  TYPING_START: { channel_id: Snowflake; guild_id?: Snowflake; user_id: Snowflake; timestamp: number };
  VOICE_STATE_UPDATE: VoiceState;
  VOICE_SERVER_UPDATE: { token: string; guild_id: Snowflake; endpoint: string | null };
  /** sent to the user's own sessions */
  USER_UPDATE: User;
  /**
   * sent to the user's own sessions: an application's tokens were revoked (`token_hashes`: SHA-256 in hex of the
   * revoked access tokens; null: all)
   */
  OAUTH2_TOKEN_REVOKE: { application_id: Snowflake; token_hashes: readonly string[] | null };
  /**
   * sent to sessions of persons that request it with IDENTIFY: an application was registered, changed or deleted. It does
   * not say which, because others must not learn of it
   */
  OAUTH2_APPLICATIONS_UPDATE: Record<string, never>;
}

export type GatewayEventName = keyof GatewayEvents;
