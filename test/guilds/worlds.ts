import type {
  GuildChannel,
  GuildIntegration,
  GuildMember,
  GuildRole,
  GuildState,
} from '#guildhall/guilds/state.js';
import type { PartialUser } from '#guildhall/protocol/objects/user.js';

export const GUILD = '100';
export const OWNER = '1';

export function role(id: string, more: Partial<GuildRole> = {}): GuildRole {
  return {
    id,
    name: `role ${id}`,
    color: 0,
    hoist: false,
    position: 0,
    permissions: 0,
    managed: false,
    mentionable: false,
    ...more,
  };
}

export function member(userId: string, roles: readonly string[] = []): GuildMember {
  return { userId, nick: null, roles, joinedAt: 0, deaf: false, mute: false };
}

export function channel(id: string, more: Partial<GuildChannel> = {}): GuildChannel {
  return {
    id,
    application_id: null,
    type: 0,
    name: 'talk',
    topic: null,
    position: 0,
    nsfw: false,
    bitrate: null,
    user_limit: null,
    parent_id: null,
    permission_overwrites: [],
    last_message_id: null,
    last_pin_at: null,
    ...more,
  };
}

export function integration(id: string, more: Partial<GuildIntegration> = {}): GuildIntegration {
  return {
    id,
    name: 'stream',
    type: 'twitch',
    enabled: true,
    syncing: false,
    role_id: GUILD,
    expire_behavior: 0,
    expire_grace_period: 0,
    enable_emoticons: false,
    user_id: OWNER,
    account_id: id,
    account_name: 'stream',
    synced_at: 0,
    ...more,
  };
}

/** Everything about a guild of `OWNER` that is not a list. */
export const SETTINGS: GuildState['settings'] = {
  name: 'World',
  icon: null,
  splash: null,
  owner_id: OWNER,
  region: 'us-west',
  afk_channel_id: null,
  afk_timeout: 300,
  embed_enabled: false,
  embed_channel_id: null,
  verification_level: 0,
  default_message_notifications: 0,
  explicit_content_filter: 0,
  features: [],
  mfa_level: 0,
  application_id: null,
  widget_enabled: false,
  widget_channel_id: null,
  system_channel_id: null,
};

/** A guild of `OWNER`; the role with the guild's id is @everyone. */
export function guild(
  parts: {
    roles?: readonly GuildRole[];
    members?: readonly GuildMember[];
    channels?: readonly GuildChannel[];
  } = {},
  settings: Partial<GuildState['settings']> = {},
): GuildState {
  const { roles = [role(GUILD)], members = [member(OWNER)], channels = [] } = parts;
  const users = new Map<string, PartialUser>(
    members.map(({ userId: id }) => [
      id,
      { id, username: `user ${id}`, discriminator: '0001', avatar: null },
    ]),
  );
  return {
    id: GUILD,
    version: 1,
    settings: {
      ...SETTINGS,
      ...settings,
    },
    roles: new Map(roles.map((one) => [one.id, one])),
    channels: new Map(channels.map((one) => [one.id, one])),
    members: new Map(members.map((one) => [one.userId, one])),
    bans: new Map(),
    voiceStates: new Map(),
    invites: new Map(),
    integrations: new Map(),
    subscribers: new Map(),
    temporaryMembers: new Set(),
    emojis: new Map(),
    users,
  };
}

export function actor(userId: string, more: { mfaEnabled?: boolean; applicationId?: string } = {}) {
  return { userId, mfaEnabled: more.mfaEnabled ?? false, applicationId: more.applicationId ?? null };
}

/** Ids from 1000 on, at a fixed time. */
export function tools() {
  let last = 1000;
  return { now: Date.UTC(2026, 0, 1), nextId: () => String(++last) };
}
