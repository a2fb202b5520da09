// Generated from the declarations of REST operations by `npm run docs`.

/** A registered application. */
export interface Application {
  description: string;
  icon: string | null;
  id: string;
  rpc_origins: string[];
  name: string;
}

/** A file of a message. */
export interface Attachment {
  id: string;
  filename: string;
  size: number;
  url: string;
  proxy_url: string;
  width?: number | null;
  height?: number | null;
}

/** A ban of a user from a guild. */
export interface Ban {
  reason: string | null;
  user: User;
}

/** A channel of a guild, a DM or a group. */
export interface Channel {
  id: string;
  type: 0 | 1 | 2 | 3 | 4;
  guild_id?: string;
  position?: number;
  permission_overwrites?: Overwrite[];
  name?: string | null;
  topic?: string | null;
  nsfw?: boolean;
  last_message_id?: string | null;
  bitrate?: number;
  user_limit?: number;
  parent_id?: string | null;
  last_pin_timestamp?: string | null;
  recipients?: User[];
  icon?: string | null;
  owner_id?: string;
  application_id?: string;
  nicks?: { id: string; nick: string }[];
}

/** An embed of a message. */
export interface MessageEmbed {
  type: 'rich';
  title?: string;
  description?: string;
  url?: string;
  timestamp?: string;
  color?: number;
  footer?: { text: string; icon_url?: string };
  image?: { url: string };
  thumbnail?: { url: string };
  author?: { name: string; url?: string; icon_url?: string };
  fields?: { name: string; value: string; inline: boolean }[];
}

/** A custom emoji of a guild. */
export interface Emoji extends PartialEmoji {
  roles?: string[];
  user?: User;
  require_colons?: boolean;
  managed?: boolean;
}

/** The emoji of a reaction; the id of a Unicode emoji is null. */
export interface PartialEmoji {
  id: string | null;
  name: string;
  animated?: boolean;
}

/** An invite with its use and limits. */
export interface InviteWithMetadata extends Invite {
  inviter?: User;
  uses: number;
  max_uses: number;
  max_age: number;
  temporary: boolean;
  created_at: string;
  revoked: boolean;
}

/** The embeddable view of a guild. */
export interface GuildEmbed {
  enabled: boolean;
  channel_id: string | null;
}

/** A guild. */
export interface Guild {
  id: string;
  /** 2 to 100 characters */
  name: string;
  icon: string | null;
  splash: string | null;
  owner?: boolean;
  owner_id: string;
  permissions?: number;
  region: string;
  afk_channel_id: string | null;
  afk_timeout: number;
  embed_enabled?: boolean;
  embed_channel_id?: string;
  verification_level: 0 | 1 | 2 | 3 | 4;
  default_message_notifications: 0 | 1;
  explicit_content_filter: 0 | 1 | 2;
  roles: Role[];
  emojis: Emoji[];
  features: string[];
  mfa_level: 0 | 1;
  application_id: string | null;
  widget_enabled?: boolean;
  widget_channel_id?: string;
  system_channel_id: string | null;
}

/** A connection of a guild to a streaming platform. */
export interface Integration {
  id: string;
  name: string;
  type: string;
  enabled: boolean;
  syncing: boolean;
  role_id: string;
  enable_emoticons?: boolean;
  expire_behavior: 0 | 1;
  expire_grace_period: number;
  user: User;
  account: { id: string; name: string };
  synced_at: string;
}

/** An invite to a channel. */
export interface Invite {
  code: string;
  guild: { id: string; name: string; splash: string | null; icon: string | null };
  channel: { id: string; name: string; type: 0 | 1 | 2 | 3 | 4 };
}

/** A user in a guild. */
export interface Member {
  user: User;
  nick?: string;
  roles: string[];
  joined_at: string;
  deaf: boolean;
  mute: boolean;
  flags: number;
}

/** A message in a text channel. */
export interface Message {
  id: string;
  channel_id: string;
  guild_id?: string;
  author: User;
  content: string;
  timestamp: string;
  edited_timestamp: string | null;
  tts: boolean;
  mention_everyone: boolean;
  mentions: User[];
  mention_roles: string[];
  attachments: Attachment[];
  embeds: MessageEmbed[];
  reactions?: Reaction[];
  pinned: boolean;
  type: number;
  nonce?: string | number | null;
}

/** The permissions of a role or member in one channel. */
export interface Overwrite {
  id: string;
  type: 'role' | 'member';
  allow: number;
  deny: number;
}

/** The reactions to a message with one emoji. */
export interface Reaction {
  count: number;
  me: boolean;
  emoji: PartialEmoji;
}

/** A role; the id of @everyone is the guild's id. */
export interface Role {
  id: string;
  name: string;
  color: number;
  colors: { primary_color: number; secondary_color: null; tertiary_color: null };
  hoist: boolean;
  position: number;
  permissions: number;
  managed: boolean;
  mentionable: boolean;
}

/** A guild in the user's own list. */
export interface UserGuild {
  id: string;
  name: string;
  icon: string | null;
  owner: boolean;
  permissions: number;
}

/** A user; `verified` and `email` only with the scope `email`. */
export interface User {
  id: string;
  username: string;
  discriminator: string;
  avatar: string | null;
  bot?: boolean;
  mfa_enabled?: boolean;
  verified?: boolean;
  email?: string | null;
}

/** A voice region. */
export interface VoiceRegion {
  id: string;
  name: string;
  vip: boolean;
  optimal: boolean;
  deprecated: boolean;
  custom: boolean;
}

/** The parameters of an authorization request. */
export interface AuthorizeParameters {
  /** at most 4096 characters */
  response_type?: string;
  /** at most 4096 characters */
  client_id?: string;
  /** at most 4096 characters */
  scope?: string;
  /** at most 4096 characters */
  redirect_uri?: string;
  /** at most 4096 characters */
  state?: string;
  /** at most 4096 characters */
  permissions?: string;
  /** at most 4096 characters */
  guild_id?: string;
  /** at most 4096 characters */
  disable_guild_select?: string;
  /** at most 4096 characters */
  code_challenge?: string;
  /** at most 4096 characters */
  code_challenge_method?: string;
  /** at most 4096 characters */
  response_mode?: string;
}

/** An embed in a request. */
export interface EmbedBody {
  /** at most 256 characters */
  title?: string | null;
  /** at most 2048 characters */
  description?: string | null;
  /** at most 2048 characters */
  url?: string | null;
  /** at most 40 characters */
  timestamp?: string | null;
  /** 0 to 16777215 */
  color?: number | null;
  footer?: {
    /** at most 2048 characters */
    text?: string | null;
    /** at most 2048 characters */
    icon_url?: string | null;
  } | null;
  image?: {
    /** at most 2048 characters */
    url?: string | null;
  } | null;
  thumbnail?: {
    /** at most 2048 characters */
    url?: string | null;
  } | null;
  author?: {
    /** at most 256 characters */
    name?: string | null;
    /** at most 2048 characters */
    url?: string | null;
    /** at most 2048 characters */
    icon_url?: string | null;
  } | null;
  /** at most 25 items */
  fields?: {
    /** 1 to 256 characters */
    name: string;
    /** 1 to 1024 characters */
    value: string;
    inline?: boolean | null;
  }[] | null;
}

/** The changes of a channel. */
export interface ModifyChannelBody {
  /** 2 to 100 characters */
  name?: string | null;
  /** at most 1024 characters */
  topic?: string | null;
  /** 8000 to 96000 */
  bitrate?: number | null;
  /** 0 to 99 */
  user_limit?: number | null;
  nsfw?: boolean | null;
  icon?: string | null;
  /** 0 to 2147483647 */
  position?: number | null;
  /** at most 500 items */
  permission_overwrites?: (OverwriteBody & { id: string })[] | null;
  parent_id?: string | null;
}

/** A permission overwrite in a request. */
export interface OverwriteBody {
  type: 'role' | 'member' | 0 | 1;
  /** 0 to 9007199254740991 */
  allow?: number | string | null;
  /** 0 to 9007199254740991 */
  deny?: number | string | null;
}

/** The new position of a channel or role. */
export interface PositionBody {
  id: string;
  /** 0 to 2147483647 */
  position: number;
}

/** The fields of a role in a request. */
export interface RoleBody {
  /** 1 to 100 characters */
  name?: string | null;
  /** 0 to 9007199254740991 */
  permissions?: number | string | null;
  /** 0 to 16777215 */
  color?: number | null;
  colors?: {
    /** 0 to 16777215 */
    primary_color: number;
  } | null;
  hoist?: boolean | null;
  mentionable?: boolean | null;
}

export interface Error {
  code: number;
  message: string;
  /** nested as the body is, each field with `_errors` */
  errors?: Record<string, unknown>;
}

export interface OAuth2Error {
  error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unauthorized_client' | 'unsupported_grant_type' | 'unsupported_response_type' | 'invalid_scope' | 'access_denied' | 'temporarily_unavailable';
  error_description: string;
}

/** What each operation takes, and the body of a success; null if there is none. */
export interface RestOperations {
  /**
   * Creates a guild whose owner is the bot.
   *
   * Gateway events: GUILD_CREATE.
   */
  createGuild: {
    method: 'POST';
    path: '/guilds';
    params: null;
    query: null;
    body: {
      /** 2 to 100 characters */
      name: string;
      /** at most 50 characters */
      region?: string | null;
      icon?: string | null;
      verification_level?: 0 | 1 | 2 | 3 | 4 | null;
      default_message_notifications?: 0 | 1 | null;
      explicit_content_filter?: 0 | 1 | 2 | null;
      /** at most 1000 items */
      roles?: (RoleBody & { id?: number | string | null })[] | null;
      /** at most 1000 items */
      channels?: {
        /** 2 to 100 characters */
        name: string;
        /** at most 1024 characters */
        topic?: string | null;
        /** 8000 to 96000 */
        bitrate?: number | null;
        /** 0 to 99 */
        user_limit?: number | null;
        nsfw?: boolean | null;
        id?: number | string | null;
        type?: 0 | 2 | null;
        /** at most 500 items */
        permission_overwrites?: (OverwriteBody & { id: number | string })[] | null;
      }[] | null;
      afk_channel_id?: number | string | null;
      afk_timeout?: 60 | 300 | 900 | 1800 | 3600 | null;
      system_channel_id?: number | string | null;
    };
    reply: Guild;
  };
  /** Returns a guild that the caller is a member of. */
  getGuild: {
    method: 'GET';
    path: '/guilds/{guild.id}';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: Guild;
  };
  /**
   * Changes the settings of a guild that are passed.
   *
   * Permission: MANAGE_GUILD. Gateway events: GUILD_UPDATE, VOICE_STATE_UPDATE.
   */
  modifyGuild: {
    method: 'PATCH';
    path: '/guilds/{guild.id}';
    params: { 'guild.id': string };
    query: null;
    body: {
      /** 2 to 100 characters */
      name?: string | null;
      /** at most 50 characters */
      region?: string | null;
      verification_level?: 0 | 1 | 2 | 3 | 4 | null;
      default_message_notifications?: 0 | 1 | null;
      explicit_content_filter?: 0 | 1 | 2 | null;
      afk_channel_id?: string | null;
      afk_timeout?: 60 | 300 | 900 | 1800 | 3600 | null;
      icon?: string | null;
      owner_id?: string | null;
      splash?: string | null;
      system_channel_id?: string | null;
    };
    reply: Guild;
  };
  /**
   * Deletes a guild for good; only its owner may do it.
   *
   * Gateway events: GUILD_DELETE.
   */
  deleteGuild: {
    method: 'DELETE';
    path: '/guilds/{guild.id}';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns the channels of a guild that the caller may view. */
  getGuildChannels: {
    method: 'GET';
    path: '/guilds/{guild.id}/channels';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: Channel[];
  };
  /**
   * Creates a channel in a guild.
   *
   * Permission: MANAGE_CHANNELS. Gateway events: CHANNEL_CREATE.
   */
  createGuildChannel: {
    method: 'POST';
    path: '/guilds/{guild.id}/channels';
    params: { 'guild.id': string };
    query: null;
    body: {
      /** 2 to 100 characters */
      name: string;
      /** at most 1024 characters */
      topic?: string | null;
      /** 8000 to 96000 */
      bitrate?: number | null;
      /** 0 to 99 */
      user_limit?: number | null;
      nsfw?: boolean | null;
      type?: 0 | 2 | 4 | null;
      /** at most 500 items */
      permission_overwrites?: (OverwriteBody & { id: string })[] | null;
      parent_id?: string | null;
    };
    reply: Channel;
  };
  /**
   * Moves channels within the channel list of a guild.
   *
   * Permission: MANAGE_CHANNELS. Gateway events: CHANNEL_UPDATE.
   */
  modifyGuildChannelPositions: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/channels';
    params: { 'guild.id': string };
    query: null;
    body: PositionBody[];
    reply: null;
  };
  /** Returns the members of a guild page by page, in the order of their ids. */
  listGuildMembers: {
    method: 'GET';
    path: '/guilds/{guild.id}/members';
    params: { 'guild.id': string };
    query: {
      /** 1 to 1000 */
      limit?: number;
      after?: string;
    };
    body: null;
    reply: Member[];
  };
  /** Returns one member of a guild. */
  getGuildMember: {
    method: 'GET';
    path: '/guilds/{guild.id}/members/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: null;
    body: null;
    reply: Member;
  };
  /**
   * Adds a user to a guild with their access token.
   *
   * A user who is already a member is not changed, and the reply is 204 without a body.
   *
   * Permission: CREATE_INSTANT_INVITE. Gateway events: GUILD_MEMBER_ADD, GUILD_CREATE, MESSAGE_CREATE.
   */
  addGuildMember: {
    method: 'PUT';
    path: '/guilds/{guild.id}/members/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: null;
    body: {
      /** at most 200 characters */
      access_token: string;
      /** at most 32 characters */
      nick?: string | null;
      /** at most 250 items */
      roles?: string[] | null;
      mute?: boolean | null;
      deaf?: boolean | null;
    };
    reply: Member;
  };
  /**
   * Changes the nickname, roles, voice state or voice channel of a member.
   *
   * Gateway events: GUILD_MEMBER_UPDATE, VOICE_STATE_UPDATE.
   */
  modifyGuildMember: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/members/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: null;
    body: {
      /** at most 32 characters */
      nick?: string | null;
      /** at most 250 items */
      roles?: string[] | null;
      mute?: boolean | null;
      deaf?: boolean | null;
      channel_id?: string | null;
    };
    reply: null;
  };
  /**
   * Removes a member from a guild.
   *
   * Permission: KICK_MEMBERS. Gateway events: VOICE_STATE_UPDATE, GUILD_MEMBER_REMOVE, GUILD_ROLE_DELETE, GUILD_DELETE.
   */
  removeGuildMember: {
    method: 'DELETE';
    path: '/guilds/{guild.id}/members/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Changes the caller's own nickname in a guild.
   *
   * Permission: CHANGE_NICKNAME. Gateway events: GUILD_MEMBER_UPDATE.
   */
  modifyCurrentUserNick: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/members/@me/nick';
    params: { 'guild.id': string };
    query: null;
    body: {
      /** at most 32 characters */
      nick?: string | null;
    };
    reply: { nick: string | null };
  };
  /**
   * Ends the membership of the caller in a guild.
   *
   * Gateway events: VOICE_STATE_UPDATE, GUILD_MEMBER_REMOVE, GUILD_ROLE_DELETE, GUILD_DELETE.
   */
  leaveGuild: {
    method: 'DELETE';
    path: '/users/@me/guilds/{guild.id}';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Gives a member a role.
   *
   * Permission: MANAGE_ROLES. Gateway events: GUILD_MEMBER_UPDATE, VOICE_STATE_UPDATE.
   */
  addGuildMemberRole: {
    method: 'PUT';
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}';
    params: { 'guild.id': string; 'user.id': string; 'role.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Takes a role from a member.
   *
   * Permission: MANAGE_ROLES. Gateway events: GUILD_MEMBER_UPDATE, VOICE_STATE_UPDATE.
   */
  removeGuildMemberRole: {
    method: 'DELETE';
    path: '/guilds/{guild.id}/members/{user.id}/roles/{role.id}';
    params: { 'guild.id': string; 'user.id': string; 'role.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Returns the bans of a guild with their reasons.
   *
   * Permission: BAN_MEMBERS.
   */
  getGuildBans: {
    method: 'GET';
    path: '/guilds/{guild.id}/bans';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: Ban[];
  };
  /**
   * Returns the ban of one user.
   *
   * Permission: BAN_MEMBERS.
   */
  getGuildBan: {
    method: 'GET';
    path: '/guilds/{guild.id}/bans/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: null;
    body: null;
    reply: Ban;
  };
  /**
   * Bans a user, removes them from the guild and can delete their recent messages.
   *
   * Permission: BAN_MEMBERS. Gateway events: MESSAGE_DELETE, MESSAGE_DELETE_BULK, GUILD_BAN_ADD, VOICE_STATE_UPDATE, GUILD_MEMBER_REMOVE, GUILD_ROLE_DELETE, GUILD_DELETE.
   */
  createGuildBan: {
    method: 'PUT';
    path: '/guilds/{guild.id}/bans/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: {
      /** 0 to 7 */
      'delete-message-days'?: number;
      /** 0 to 7 */
      delete_message_days?: number;
      /** at most 512 characters */
      reason?: string;
    };
    body: {
      /** 0 to 7 */
      delete_message_days?: number | null;
      /** 0 to 604800 */
      delete_message_seconds?: number | null;
      /** at most 512 characters */
      reason?: string | null;
    };
    reply: null;
  };
  /**
   * Lifts the ban of a user.
   *
   * Permission: BAN_MEMBERS. Gateway events: GUILD_BAN_REMOVE.
   */
  removeGuildBan: {
    method: 'DELETE';
    path: '/guilds/{guild.id}/bans/{user.id}';
    params: { 'guild.id': string; 'user.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns the roles of a guild from the lowest to the highest. */
  getGuildRoles: {
    method: 'GET';
    path: '/guilds/{guild.id}/roles';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: Role[];
  };
  /**
   * Creates a role in a guild.
   *
   * Permission: MANAGE_ROLES. Gateway events: GUILD_ROLE_CREATE.
   */
  createGuildRole: {
    method: 'POST';
    path: '/guilds/{guild.id}/roles';
    params: { 'guild.id': string };
    query: null;
    body: RoleBody;
    reply: Role;
  };
  /**
   * Moves roles within the hierarchy of a guild.
   *
   * Permission: MANAGE_ROLES. Gateway events: GUILD_ROLE_UPDATE.
   */
  modifyGuildRolePositions: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/roles';
    params: { 'guild.id': string };
    query: null;
    body: PositionBody[];
    reply: Role[];
  };
  /**
   * Changes the fields of a role that are passed.
   *
   * Permission: MANAGE_ROLES. Gateway events: GUILD_ROLE_UPDATE, VOICE_STATE_UPDATE.
   */
  modifyGuildRole: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/roles/{role.id}';
    params: { 'guild.id': string; 'role.id': string };
    query: null;
    body: RoleBody;
    reply: Role;
  };
  /**
   * Deletes a role and takes it from its members.
   *
   * Permission: MANAGE_ROLES. Gateway events: GUILD_ROLE_DELETE, VOICE_STATE_UPDATE.
   */
  deleteGuildRole: {
    method: 'DELETE';
    path: '/guilds/{guild.id}/roles/{role.id}';
    params: { 'guild.id': string; 'role.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Counts the members that a prune would remove.
   *
   * Permission: KICK_MEMBERS.
   */
  getGuildPruneCount: {
    method: 'GET';
    path: '/guilds/{guild.id}/prune';
    params: { 'guild.id': string };
    query: {
      /** 1 to 2147483647 */
      days: number;
    };
    body: null;
    reply: { pruned: number };
  };
  /**
   * Removes members without roles who have been inactive for a number of days.
   *
   * Permission: KICK_MEMBERS. Gateway events: VOICE_STATE_UPDATE, GUILD_MEMBER_REMOVE, GUILD_DELETE.
   */
  beginGuildPrune: {
    method: 'POST';
    path: '/guilds/{guild.id}/prune';
    params: { 'guild.id': string };
    query: {
      /** 1 to 2147483647 */
      days?: number;
    };
    body: {
      /** 1 to 2147483647 */
      days?: number | null;
    };
    reply: { pruned: number };
  };
  /** Returns the emojis of a guild. */
  getGuildEmojis: {
    method: 'GET';
    path: '/guilds/{guild.id}/emojis';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: Emoji[];
  };
  /**
   * Creates an emoji from an image.
   *
   * Permission: MANAGE_EMOJIS. Gateway events: GUILD_EMOJIS_UPDATE.
   */
  createGuildEmoji: {
    method: 'POST';
    path: '/guilds/{guild.id}/emojis';
    params: { 'guild.id': string };
    query: null;
    body: {
      /** 2 to 32 characters */
      name: string;
      image: string;
      /** at most 250 items */
      roles?: string[] | null;
    };
    reply: Emoji;
  };
  /** Returns one emoji of a guild. */
  getGuildEmoji: {
    method: 'GET';
    path: '/guilds/{guild.id}/emojis/{emoji.id}';
    params: { 'guild.id': string; 'emoji.id': string };
    query: null;
    body: null;
    reply: Emoji;
  };
  /**
   * Changes the name or the roles of an emoji.
   *
   * Permission: MANAGE_EMOJIS. Gateway events: GUILD_EMOJIS_UPDATE.
   */
  modifyGuildEmoji: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/emojis/{emoji.id}';
    params: { 'guild.id': string; 'emoji.id': string };
    query: null;
    body: {
      /** 2 to 32 characters */
      name?: string | null;
      /** at most 250 items */
      roles?: string[] | null;
    };
    reply: Emoji;
  };
  /**
   * Deletes an emoji of a guild.
   *
   * Permission: MANAGE_EMOJIS. Gateway events: GUILD_EMOJIS_UPDATE.
   */
  deleteGuildEmoji: {
    method: 'DELETE';
    path: '/guilds/{guild.id}/emojis/{emoji.id}';
    params: { 'guild.id': string; 'emoji.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns a channel that the caller may view. */
  getChannel: {
    method: 'GET';
    path: '/channels/{channel.id}';
    params: { 'channel.id': string };
    query: null;
    body: null;
    reply: Channel;
  };
  /**
   * Changes the fields of a channel that are passed.
   *
   * Permission: MANAGE_CHANNELS. Gateway events: CHANNEL_UPDATE, VOICE_STATE_UPDATE, MESSAGE_CREATE.
   */
  modifyChannel: {
    method: 'PATCH';
    path: '/channels/{channel.id}';
    params: { 'channel.id': string };
    query: null;
    body: ModifyChannelBody;
    reply: Channel;
  };
  /**
   * Changes a channel like PATCH, for older clients.
   *
   * Permission: MANAGE_CHANNELS. Gateway events: CHANNEL_UPDATE, VOICE_STATE_UPDATE, MESSAGE_CREATE.
   */
  modifyChannelWithPUT: {
    method: 'PUT';
    path: '/channels/{channel.id}';
    params: { 'channel.id': string };
    query: null;
    body: ModifyChannelBody;
    reply: Channel;
  };
  /**
   * Deletes a channel of a guild, or closes a private channel for the caller.
   *
   * Permission: MANAGE_CHANNELS. Gateway events: VOICE_STATE_UPDATE, CHANNEL_UPDATE, CHANNEL_DELETE, GUILD_UPDATE, CHANNEL_RECIPIENT_REMOVE, MESSAGE_CREATE.
   */
  deleteChannel: {
    method: 'DELETE';
    path: '/channels/{channel.id}';
    params: { 'channel.id': string };
    query: null;
    body: null;
    reply: Channel;
  };
  /**
   * Sets the permission overwrite of a role or member in a channel.
   *
   * Permission: MANAGE_ROLES. Gateway events: CHANNEL_UPDATE, VOICE_STATE_UPDATE.
   */
  editChannelPermissions: {
    method: 'PUT';
    path: '/channels/{channel.id}/permissions/{overwrite.id}';
    params: { 'channel.id': string; 'overwrite.id': string };
    query: null;
    body: OverwriteBody;
    reply: null;
  };
  /**
   * Removes a permission overwrite from a channel.
   *
   * Permission: MANAGE_ROLES. Gateway events: CHANNEL_UPDATE, VOICE_STATE_UPDATE.
   */
  deleteChannelPermission: {
    method: 'DELETE';
    path: '/channels/{channel.id}/permissions/{overwrite.id}';
    params: { 'channel.id': string; 'overwrite.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns messages of a channel, from the newest to the oldest. */
  getChannelMessages: {
    method: 'GET';
    path: '/channels/{channel.id}/messages';
    params: { 'channel.id': string };
    query: {
      around?: string;
      before?: string;
      after?: string;
      /** 1 to 100 */
      limit?: number;
    };
    body: null;
    reply: Message[];
  };
  /**
   * Posts a message with text, embeds or files.
   *
   * Permission: SEND_MESSAGES. Gateway events: MESSAGE_CREATE, CHANNEL_CREATE.
   */
  createMessage: {
    method: 'POST';
    path: '/channels/{channel.id}/messages';
    params: { 'channel.id': string };
    query: null;
    body: {
      /** at most 2000 characters */
      content?: string | null;
      /** at most 100 characters */
      nonce?: string | number | null;
      tts?: boolean | null;
      embed?: EmbedBody | null;
      /** at most 10 items */
      embeds?: EmbedBody[] | null;
    };
    reply: Message;
  };
  /**
   * Returns one message.
   *
   * Permission: READ_MESSAGE_HISTORY.
   */
  getChannelMessage: {
    method: 'GET';
    path: '/channels/{channel.id}/messages/{message.id}';
    params: { 'channel.id': string; 'message.id': string };
    query: null;
    body: null;
    reply: Message;
  };
  /**
   * Changes the text or the embeds of a message of the caller.
   *
   * Gateway events: MESSAGE_UPDATE.
   */
  editMessage: {
    method: 'PATCH';
    path: '/channels/{channel.id}/messages/{message.id}';
    params: { 'channel.id': string; 'message.id': string };
    query: null;
    body: {
      /** at most 2000 characters */
      content?: string | null;
      embed?: EmbedBody | null;
      /** at most 10 items */
      embeds?: EmbedBody[] | null;
    };
    reply: Message;
  };
  /**
   * Deletes a message.
   *
   * Gateway events: MESSAGE_DELETE.
   */
  deleteMessage: {
    method: 'DELETE';
    path: '/channels/{channel.id}/messages/{message.id}';
    params: { 'channel.id': string; 'message.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Deletes up to 100 messages that are less than 14 days old.
   *
   * Permission: MANAGE_MESSAGES. Gateway events: MESSAGE_DELETE_BULK.
   */
  bulkDeleteMessages: {
    method: 'POST';
    path: '/channels/{channel.id}/messages/bulk-delete';
    params: { 'channel.id': string };
    query: null;
    body: {
      /** 2 to 100 items */
      messages: string[];
    };
    reply: null;
  };
  /**
   * Shows others that the caller is typing.
   *
   * Permission: SEND_MESSAGES. Gateway events: TYPING_START.
   */
  triggerTypingIndicator: {
    method: 'POST';
    path: '/channels/{channel.id}/typing';
    params: { 'channel.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Adds the caller's reaction to a message.
   *
   * Permission: READ_MESSAGE_HISTORY. Gateway events: MESSAGE_REACTION_ADD.
   */
  createReaction: {
    method: 'PUT';
    path: '/channels/{channel.id}/messages/{message.id}/reactions/{emoji}/@me';
    params: { 'channel.id': string; 'message.id': string; emoji: string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Removes the caller's reaction from a message.
   *
   * Gateway events: MESSAGE_REACTION_REMOVE.
   */
  deleteOwnReaction: {
    method: 'DELETE';
    path: '/channels/{channel.id}/messages/{message.id}/reactions/{emoji}/@me';
    params: { 'channel.id': string; 'message.id': string; emoji: string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Removes the reaction of another user from a message.
   *
   * Gateway events: MESSAGE_REACTION_REMOVE.
   */
  deleteUserReaction: {
    method: 'DELETE';
    path: '/channels/{channel.id}/messages/{message.id}/reactions/{emoji}/{user.id}';
    params: { 'channel.id': string; 'message.id': string; emoji: string; 'user.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Returns the users who reacted to a message with an emoji.
   *
   * Permission: READ_MESSAGE_HISTORY.
   */
  getReactions: {
    method: 'GET';
    path: '/channels/{channel.id}/messages/{message.id}/reactions/{emoji}';
    params: { 'channel.id': string; 'message.id': string; emoji: string };
    query: {
      before?: string;
      after?: string;
      /** 1 to 100 */
      limit?: number;
    };
    body: null;
    reply: User[];
  };
  /**
   * Removes all reactions from a message.
   *
   * Permission: MANAGE_MESSAGES. Gateway events: MESSAGE_REACTION_REMOVE_ALL.
   */
  deleteAllReactions: {
    method: 'DELETE';
    path: '/channels/{channel.id}/messages/{message.id}/reactions';
    params: { 'channel.id': string; 'message.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns the pinned messages of a channel. */
  getPinnedMessages: {
    method: 'GET';
    path: '/channels/{channel.id}/pins';
    params: { 'channel.id': string };
    query: null;
    body: null;
    reply: Message[];
  };
  /**
   * Pins a message in its channel.
   *
   * Permission: MANAGE_MESSAGES. Gateway events: MESSAGE_UPDATE, CHANNEL_PINS_UPDATE, MESSAGE_CREATE, CHANNEL_CREATE.
   */
  addPinnedChannelMessage: {
    method: 'PUT';
    path: '/channels/{channel.id}/pins/{message.id}';
    params: { 'channel.id': string; 'message.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Unpins a message.
   *
   * Permission: MANAGE_MESSAGES. Gateway events: MESSAGE_UPDATE, CHANNEL_PINS_UPDATE.
   */
  deletePinnedChannelMessage: {
    method: 'DELETE';
    path: '/channels/{channel.id}/pins/{message.id}';
    params: { 'channel.id': string; 'message.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns the open private channels of the caller. */
  getUserDMs: {
    method: 'GET';
    path: '/users/@me/channels';
    params: null;
    query: null;
    body: null;
    reply: Channel[];
  };
  /**
   * Opens a DM with a user, or creates a group.
   *
   * Gateway events: CHANNEL_CREATE.
   */
  createDM: {
    method: 'POST';
    path: '/users/@me/channels';
    params: null;
    query: null;
    body: {
      recipient_id?: string | null;
      /** at most 10 items */
      recipients?: string[] | null;
      /** at most 10 items */
      access_tokens?: string[] | null;
      nicks?: Record<string, unknown> | null;
    };
    reply: Channel;
  };
  /**
   * Does the same, for clients that send the id of the caller in the path.
   *
   * Gateway events: CHANNEL_CREATE.
   */
  createDMOfUser: {
    method: 'POST';
    path: '/users/{user.id}/channels';
    params: { 'user.id': string };
    query: null;
    body: {
      recipient_id?: string | null;
      /** at most 10 items */
      recipients?: string[] | null;
      /** at most 10 items */
      access_tokens?: string[] | null;
      nicks?: Record<string, unknown> | null;
    };
    reply: Channel;
  };
  /**
   * Adds a user to a group.
   *
   * Gateway events: CHANNEL_RECIPIENT_ADD, CHANNEL_CREATE, MESSAGE_CREATE.
   */
  groupDMAddRecipient: {
    method: 'PUT';
    path: '/channels/{channel.id}/recipients/{user.id}';
    params: { 'channel.id': string; 'user.id': string };
    query: null;
    body: {
      access_token?: string | null;
      /** at most 32 characters */
      nick?: string | null;
    };
    reply: null;
  };
  /**
   * Removes a user from a group.
   *
   * Gateway events: CHANNEL_RECIPIENT_REMOVE, CHANNEL_DELETE, CHANNEL_UPDATE, MESSAGE_CREATE.
   */
  groupDMRemoveRecipient: {
    method: 'DELETE';
    path: '/channels/{channel.id}/recipients/{user.id}';
    params: { 'channel.id': string; 'user.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Returns the invites of a guild with their uses.
   *
   * Permission: MANAGE_GUILD.
   */
  getGuildInvites: {
    method: 'GET';
    path: '/guilds/{guild.id}/invites';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: InviteWithMetadata[];
  };
  /**
   * Returns the invite code of the vanity URL of a guild.
   *
   * Permission: MANAGE_GUILD.
   */
  getGuildVanityUrl: {
    method: 'GET';
    path: '/guilds/{guild.id}/vanity-url';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: { code: string };
  };
  /**
   * Returns the invites of a channel with their uses.
   *
   * Permission: MANAGE_CHANNELS.
   */
  getChannelInvites: {
    method: 'GET';
    path: '/channels/{channel.id}/invites';
    params: { 'channel.id': string };
    query: null;
    body: null;
    reply: InviteWithMetadata[];
  };
  /**
   * Creates an invite to a channel.
   *
   * Permission: CREATE_INSTANT_INVITE.
   */
  createChannelInvite: {
    method: 'POST';
    path: '/channels/{channel.id}/invites';
    params: { 'channel.id': string };
    query: null;
    body: {
      /** 0 to 604800 */
      max_age?: number | null;
      /** 0 to 100 */
      max_uses?: number | null;
      temporary?: boolean | null;
      unique?: boolean | null;
    };
    reply: InviteWithMetadata;
  };
  /** Returns what an invite leads to. */
  getInvite: {
    method: 'GET';
    path: '/invites/{invite.code}';
    params: { 'invite.code': string };
    query: null;
    body: null;
    reply: Invite;
  };
  /**
   * Makes the caller a member of the guild of an invite.
   *
   * Gateway events: GUILD_MEMBER_ADD, GUILD_CREATE, MESSAGE_CREATE.
   */
  acceptInvite: {
    method: 'POST';
    path: '/invites/{invite.code}';
    params: { 'invite.code': string };
    query: null;
    body: null;
    reply: Invite;
  };
  /**
   * Deletes an invite.
   *
   * Permission: MANAGE_CHANNELS.
   */
  deleteInvite: {
    method: 'DELETE';
    path: '/invites/{invite.code}';
    params: { 'invite.code': string };
    query: null;
    body: null;
    reply: InviteWithMetadata;
  };
  /**
   * Returns the embed settings of a guild.
   *
   * Permission: MANAGE_GUILD.
   */
  getGuildEmbed: {
    method: 'GET';
    path: '/guilds/{guild.id}/embed';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: GuildEmbed;
  };
  /**
   * Changes the embed settings of a guild.
   *
   * Permission: MANAGE_GUILD.
   */
  modifyGuildEmbed: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/embed';
    params: { 'guild.id': string };
    query: null;
    body: { enabled?: boolean | null; channel_id?: string | null };
    reply: GuildEmbed;
  };
  /**
   * Returns the integrations of a guild.
   *
   * Permission: MANAGE_GUILD.
   */
  getGuildIntegrations: {
    method: 'GET';
    path: '/guilds/{guild.id}/integrations';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: Integration[];
  };
  /**
   * Attaches an integration to a guild.
   *
   * Permission: MANAGE_GUILD. Gateway events: GUILD_ROLE_CREATE, GUILD_INTEGRATIONS_UPDATE.
   */
  createGuildIntegration: {
    method: 'POST';
    path: '/guilds/{guild.id}/integrations';
    params: { 'guild.id': string };
    query: null;
    body: {
      /** 1 to 32 characters */
      type: string;
      id: string;
    };
    reply: null;
  };
  /**
   * Changes how an integration treats subscriptions that end.
   *
   * Permission: MANAGE_GUILD. Gateway events: GUILD_INTEGRATIONS_UPDATE.
   */
  modifyGuildIntegration: {
    method: 'PATCH';
    path: '/guilds/{guild.id}/integrations/{integration.id}';
    params: { 'guild.id': string; 'integration.id': string };
    query: null;
    body: {
      expire_behavior?: 0 | 1 | null;
      /** 0 to 31536000 */
      expire_grace_period?: number | null;
      enable_emoticons?: boolean | null;
    };
    reply: null;
  };
  /**
   * Removes an integration from a guild.
   *
   * Permission: MANAGE_GUILD. Gateway events: GUILD_ROLE_DELETE, VOICE_STATE_UPDATE, GUILD_INTEGRATIONS_UPDATE.
   */
  deleteGuildIntegration: {
    method: 'DELETE';
    path: '/guilds/{guild.id}/integrations/{integration.id}';
    params: { 'guild.id': string; 'integration.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /**
   * Gives and takes the role of an integration by its current subscribers.
   *
   * Permission: MANAGE_GUILD. Gateway events: GUILD_MEMBER_UPDATE, VOICE_STATE_UPDATE, GUILD_MEMBER_REMOVE, GUILD_ROLE_DELETE, GUILD_DELETE.
   */
  syncGuildIntegration: {
    method: 'POST';
    path: '/guilds/{guild.id}/integrations/{integration.id}/sync';
    params: { 'guild.id': string; 'integration.id': string };
    query: null;
    body: null;
    reply: null;
  };
  /** Returns the voice regions. */
  listVoiceRegions: {
    method: 'GET';
    path: '/voice/regions';
    params: null;
    query: null;
    body: null;
    reply: VoiceRegion[];
  };
  /** Returns the voice regions of a guild, with VIP ones if it has them. */
  getGuildVoiceRegions: {
    method: 'GET';
    path: '/guilds/{guild.id}/regions';
    params: { 'guild.id': string };
    query: null;
    body: null;
    reply: VoiceRegion[];
  };
  /**
   * Returns entries of the audit log of a guild, from the newest to the oldest.
   *
   * Permission: VIEW_AUDIT_LOG.
   */
  getGuildAuditLog: {
    method: 'GET';
    path: '/guilds/{guild.id}/audit-logs';
    params: { 'guild.id': string };
    query: {
      user_id?: string;
      /** at least 1 */
      action_type?: number;
      before?: string;
      /** 1 to 100 */
      limit?: number;
    };
    body: null;
    reply: {
      audit_log_entries: {
        id: string;
        target_id: string | null;
        user_id: string;
        action_type: 1 | 10 | 11 | 12 | 13 | 14 | 15 | 20 | 21 | 22 | 23 | 24 | 25 | 30 | 31 | 32 | 40 | 42 | 60 | 61 | 62 | 72 | 80 | 81 | 82;
        changes?: { key: string; old_value?: unknown; new_value?: unknown }[];
        options?: {
          delete_member_days?: string;
          members_removed?: string;
          channel_id?: string;
          count?: string;
          id?: string;
          type?: string;
          role_name?: string;
        };
        reason?: string;
      }[];
      users: User[];
      webhooks: unknown[];
      /** at most 0 items */
      guild_scheduled_events: unknown[];
      /** at most 0 items */
      auto_moderation_rules: unknown[];
      /** at most 0 items */
      application_commands: unknown[];
      /** at most 0 items */
      integrations: unknown[];
      /** at most 0 items */
      threads: unknown[];
    };
  };
  /** Returns the user of the token. */
  getCurrentUser: {
    method: 'GET';
    path: '/users/@me';
    params: null;
    query: null;
    body: null;
    reply: User;
  };
  /**
   * Changes the name or the avatar of the user of the token.
   *
   * Gateway events: USER_UPDATE, GUILD_MEMBER_UPDATE.
   */
  modifyCurrentUser: {
    method: 'PATCH';
    path: '/users/@me';
    params: null;
    query: null;
    body: {
      /** 2 to 32 characters */
      username?: string | null;
      avatar?: string | null;
    };
    reply: User & { token: string };
  };
  /** Returns the guilds of the caller page by page. */
  getCurrentUserGuilds: {
    method: 'GET';
    path: '/users/@me/guilds';
    params: null;
    query: {
      before?: string;
      after?: string;
      /** 1 to 100 */
      limit?: number;
    };
    body: null;
    reply: UserGuild[];
  };
  /** Creates a guest account and returns its token. */
  createGuestAccount: {
    method: 'POST';
    path: '/users/guests';
    params: null;
    query: null;
    body: {
      /** 2 to 32 characters */
      username: string;
      client_id?: string | null;
    };
    reply: { id: string; username: string; discriminator: string; token: string };
  };
  /** Returns the public fields of a user. */
  getUser: {
    method: 'GET';
    path: '/users/{user.id}';
    params: { 'user.id': string };
    query: null;
    body: null;
    reply: User;
  };
  /**
   * Sends somebody a message of a request to play together.
   *
   * It asks, invites, accepts or declines. The service passes it on as ACTIVITY_REQUEST and keeps nothing of it. People who share no guild with the caller, bots and the caller are refused.
   *
   * Gateway events: ACTIVITY_REQUEST.
   */
  sendActivityRequest: {
    method: 'POST';
    path: '/users/{user.id}/activity-requests';
    params: { 'user.id': string };
    query: null;
    body: {
      type: 'ask' | 'invite' | 'accept' | 'decline';
      id: string;
      application_id: string;
      action: 'join' | 'spectate';
      /** at most 1024 characters */
      data: string | null;
    };
    reply: null;
  };
  /** Returns the URL of the gateway. */
  getGateway: {
    method: 'GET';
    path: '/gateway';
    params: null;
    query: null;
    body: null;
    reply: { url: string };
  };
  /** Returns the URL of the gateway, the number of shards and the remaining session starts. */
  getGatewayBot: {
    method: 'GET';
    path: '/gateway/bot';
    params: null;
    query: null;
    body: null;
    reply: {
      url: string;
      shards: number;
      session_start_limit: { total: number; remaining: number; reset_after: number };
    };
  };
  /** Returns the application of the bot. */
  getCurrentApplication: {
    method: 'GET';
    path: '/oauth2/applications/@me';
    params: null;
    query: null;
    body: null;
    reply: Application & {
      bot_public: boolean;
      bot_require_code_grant: boolean;
      flags: number;
      owner: User | null;
      verify_key: string;
    };
  };
  /** Returns the public fields of an application, and whether it is approved. */
  getApplicationForRPC: {
    method: 'GET';
    path: '/oauth2/applications/{application.id}/rpc';
    params: { 'application.id': string };
    query: null;
    body: null;
    reply: Application & { approved?: boolean };
  };
  /** Returns what an authorization request asks for, without deciding it. */
  previewAuthorization: {
    method: 'GET';
    path: '/oauth2/authorize';
    params: null;
    query: AuthorizeParameters;
    body: null;
    reply: {
      application: Application;
      user: User;
      scopes: string[];
      authorized: boolean;
      approved: boolean;
    };
  };
  /**
   * Grants an application what it asks for and returns an authorization code.
   *
   * Gateway events: GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE, GUILD_MEMBER_ADD, GUILD_MEMBER_UPDATE, GUILD_CREATE, VOICE_STATE_UPDATE, MESSAGE_CREATE.
   */
  authorize: {
    method: 'POST';
    path: '/oauth2/authorize';
    params: null;
    query: AuthorizeParameters;
    body: AuthorizeParameters & {
      authorize?: boolean | string;
      /** at most 4096 characters */
      rpc_token?: string;
      /** at most 4096 characters */
      access_type?: string;
    };
    reply: { code: string; location?: string; grant_id?: string } | { location: string } | { guild_id: string; location?: string };
  };
  /** Exchanges an authorization code or a refresh token for an access token. */
  exchangeForToken: {
    method: 'POST';
    path: '/oauth2/token';
    params: null;
    query: null;
    body: {
      /** at most 4096 characters */
      client_id?: string;
      /** at most 4096 characters */
      client_secret?: string;
      /** at most 4096 characters */
      grant_type?: string;
      /** at most 4096 characters */
      code?: string;
      /** at most 4096 characters */
      redirect_uri?: string;
      /** at most 4096 characters */
      code_verifier?: string;
      /** at most 4096 characters */
      refresh_token?: string;
      /** at most 4096 characters */
      scope?: string;
    };
    reply: {
      access_token: string;
      token_type: 'Bearer';
      expires_in: number;
      refresh_token?: string;
      scope: string;
    };
  };
  /** Creates a one-time RPC token, with which AUTHORIZE needs no consent. */
  createRPCToken: {
    method: 'POST';
    path: '/oauth2/token/rpc';
    params: null;
    query: null;
    body: {
      /** at most 4096 characters */
      client_id?: string;
      /** at most 4096 characters */
      client_secret?: string;
    };
    reply: { rpc_token: string };
  };
  /**
   * Revokes an access token or a refresh token of the application.
   *
   * Gateway events: OAUTH2_TOKEN_REVOKE.
   */
  revokeToken: {
    method: 'POST';
    path: '/oauth2/token/revoke';
    params: null;
    query: null;
    body: {
      /** at most 4096 characters */
      client_id?: string;
      /** at most 4096 characters */
      client_secret?: string;
      /** at most 4096 characters */
      token?: string;
      /** at most 4096 characters */
      token_type_hint?: string;
    };
    reply: Record<string, unknown>;
  };
  /** Returns the application, scopes and user of an OAuth2 token. */
  getCurrentAuthorization: {
    method: 'GET';
    path: '/oauth2/@me';
    params: null;
    query: null;
    body: null;
    reply: {
      application: Application;
      scopes: string[];
      expires: string;
      user: { id: string; username: string; discriminator: string; avatar: string | null };
    };
  };
  /** Returns what the caller granted to which application. */
  listGrants: {
    method: 'GET';
    path: '/oauth2/tokens';
    params: null;
    query: null;
    body: null;
    reply: {
      id: string;
      application: Application;
      scopes: string[];
      created_at: string;
      once?: boolean;
    }[];
  };
  /**
   * Revokes a grant and every token made from it.
   *
   * Gateway events: OAUTH2_TOKEN_REVOKE.
   */
  revokeGrant: {
    method: 'DELETE';
    path: '/oauth2/tokens/{grant.id}';
    params: { 'grant.id': string };
    query: null;
    body: null;
    reply: null;
  };
}

export type RestOperationName = keyof RestOperations;
