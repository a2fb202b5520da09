// Generated from the declarations of gateway events by `npm run docs`.

import type { Channel, Emoji, PartialEmoji, Guild, Member, Message, Role, User } from './rest.js';

/** A user's activity. */
export interface Activity {
  /** at most 128 characters */
  name: string;
  type?: number;
  /** at most 512 characters */
  url?: string | null;
  application_id?: string;
  /** at most 128 characters */
  details?: string;
  /** at most 256 characters */
  details_url?: string;
  /** at most 128 characters */
  state?: string;
  /** at most 256 characters */
  state_url?: string;
  timestamps?: { start?: number; end?: number };
  assets?: {
    /** at most 313 characters */
    large_image?: string;
    /** at most 128 characters */
    large_text?: string;
    /** at most 256 characters */
    large_url?: string;
    /** at most 313 characters */
    small_image?: string;
    /** at most 128 characters */
    small_text?: string;
    /** at most 256 characters */
    small_url?: string;
    /** at most 313 characters */
    invite_cover_image?: string;
  };
  party?: {
    /** at most 128 characters */
    id?: string;
    /** 2 to 2 items */
    size?: number[];
  };
  /** at most 2 items */
  buttons?: string[];
  instance?: boolean;
  /** 0 to 2147483647 */
  flags?: number;
  /** 0 to 2 */
  status_display_type?: number;
  /** at most 10 items */
  supported_platforms?: string[];
}

/** A guild with its members, channels and presences. */
export interface FullGuild extends Guild {
  joined_at: string;
  large: boolean;
  unavailable: boolean;
  member_count: number;
  voice_states: VoiceState[];
  members: Member[];
  channels: Channel[];
  presences: Presence[];
}

/** The public fields of a user. */
export interface PartialUser {
  id: string;
  username: string;
  discriminator: string;
  avatar: string | null;
  bot?: boolean;
}

/** The status and activity of a member. */
export interface Presence {
  user: { id: string };
  roles?: string[];
  game: Activity | null;
  guild_id?: string;
  status: 'idle' | 'dnd' | 'online' | 'offline';
  activities: Activity[];
}

/** A guild that is unavailable or was left. */
export interface UnavailableGuild {
  id: string;
  unavailable?: boolean;
}

/** The state of a user in voice. */
export interface VoiceState {
  guild_id?: string;
  channel_id: string | null;
  user_id: string;
  session_id: string;
  deaf: boolean;
  mute: boolean;
  self_deaf: boolean;
  self_mute: boolean;
  suppress: boolean;
}

/** The data (`d`) of each event by its name (`t`). */
export interface GatewayEvents {
  /** The session has begun. */
  READY: {
    v: number;
    user: User;
    private_channels: Channel[];
    guilds: UnavailableGuild[];
    relationships: unknown[];
    session_id: string;
    resume_gateway_url: string;
    application?: { id: string; flags: number };
    /** at least 2 items */
    shard?: [number, number];
    application_updates?: true;
    _trace: string[];
  };
  /** All missed events were sent. */
  RESUMED: { _trace: string[] };
  /** The user is in this guild: sent after READY, and for guilds joined later. */
  GUILD_CREATE: FullGuild;
  /** A guild was changed. */
  GUILD_UPDATE: Guild;
  /** The user is no longer in the guild, or it is unavailable. */
  GUILD_DELETE: UnavailableGuild;
  /** A channel was created, or became visible. */
  CHANNEL_CREATE: Channel;
  /** A channel was changed. */
  CHANNEL_UPDATE: Channel;
  /** A channel was deleted, or became hidden. */
  CHANNEL_DELETE: Channel;
  /** Somebody was added to a group; sent to its earlier recipients. */
  CHANNEL_RECIPIENT_ADD: { channel_id: string; user: PartialUser; nick?: string };
  /** Somebody left a group or was removed; sent to its remaining recipients. */
  CHANNEL_RECIPIENT_REMOVE: { channel_id: string; user: PartialUser };
  /** Somebody joined. */
  GUILD_MEMBER_ADD: Member & { guild_id: string };
  /** The nick or roles of a member were changed. */
  GUILD_MEMBER_UPDATE: { guild_id: string; roles: string[]; user: PartialUser; nick: string | null };
  /** A member left or was removed. */
  GUILD_MEMBER_REMOVE: { guild_id: string; user: PartialUser };
  /** A user was banned; the user's fields are there twice. */
  GUILD_BAN_ADD: PartialUser & { guild_id: string; user: PartialUser };
  /** A ban was removed; the user's fields are there twice. */
  GUILD_BAN_REMOVE: PartialUser & { guild_id: string; user: PartialUser };
  /** A role was created. */
  GUILD_ROLE_CREATE: { guild_id: string; role: Role };
  /** A role was changed. */
  GUILD_ROLE_UPDATE: { guild_id: string; role: Role };
  /** A role was deleted. */
  GUILD_ROLE_DELETE: { guild_id: string; role_id: string };
  /** The custom emojis were changed. */
  GUILD_EMOJIS_UPDATE: { guild_id: string; emojis: Emoji[] };
  /** An integration was changed. */
  GUILD_INTEGRATIONS_UPDATE: { guild_id: string };
  /** A part of the members that op 8 requested. */
  GUILD_MEMBERS_CHUNK: {
    guild_id: string;
    members: Member[];
    chunk_index: number;
    chunk_count: number;
    not_found?: string[];
    presences?: Presence[];
    nonce?: string;
  };
  /** A message was posted. */
  MESSAGE_CREATE: Message;
  /** A message was changed. */
  MESSAGE_UPDATE: Message;
  /** A message was deleted. */
  MESSAGE_DELETE: { guild_id?: string; channel_id: string; id: string };
  /** Many messages were deleted at once. */
  MESSAGE_DELETE_BULK: { guild_id?: string; channel_id: string; ids: string[] };
  /** A user reacted to a message. */
  MESSAGE_REACTION_ADD: {
    guild_id?: string;
    channel_id: string;
    user_id: string;
    message_id: string;
    emoji: PartialEmoji;
  };
  /** A reaction was removed. */
  MESSAGE_REACTION_REMOVE: {
    guild_id?: string;
    channel_id: string;
    user_id: string;
    message_id: string;
    emoji: PartialEmoji;
  };
  /** All reactions to a message were removed. */
  MESSAGE_REACTION_REMOVE_ALL: { guild_id?: string; channel_id: string; message_id: string };
  /** A message was pinned or unpinned. */
  CHANNEL_PINS_UPDATE: { guild_id?: string; channel_id: string; last_pin_timestamp: string | null };
  /** The status or activity of a member changed. */
  PRESENCE_UPDATE: Presence & { guild_id: string };
  /** A user started to type. */
  TYPING_START: { guild_id?: string; channel_id: string; user_id: string; timestamp: number };
  /** A user joined, moved in or left voice, or changed state. */
  VOICE_STATE_UPDATE: VoiceState;
  /** Where to connect for voice; a null endpoint means that there is none. */
  VOICE_SERVER_UPDATE: { token: string; guild_id: string; endpoint: string | null };
  /** The user's own account was changed; sent to their own sessions. */
  USER_UPDATE: User;
  /** Somebody asks to join a game, invites into one, or answers; sent to the sessions of the user that it is for. */
  ACTIVITY_REQUEST: {
    type: 'ask' | 'invite' | 'accept' | 'decline';
    id: string;
    application_id: string;
    action: 'join' | 'spectate';
    /** at most 1024 characters */
    data: string | null;
    user: PartialUser;
  };
  /** An application's tokens were revoked, by SHA-256 in hex (null: all); sent to the user's own sessions. */
  OAUTH2_TOKEN_REVOKE: { application_id: string; token_hashes: string[] | null };
  /** An application was registered, changed or deleted; sent to sessions that request it with IDENTIFY. */
  OAUTH2_APPLICATIONS_UPDATE: Record<string, unknown>;
}

export type GatewayEventName = keyof GatewayEvents;
