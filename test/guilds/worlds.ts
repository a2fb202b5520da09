import type { GuildPlace } from '#guildhall/guilds/access.js';
import type { Decision } from '#guildhall/guilds/events.js';
import { decideRule, type Rule } from '#guildhall/guilds/rule.js';
import {
  type Actor,
  DEFAULT_GUILD_SETTINGS,
  type GuildChannel,
  type GuildIntegration,
  type GuildMember,
  type GuildRole,
  type GuildState,
  type GuildUser,
  type RuleContext,
} from '#guildhall/guilds/state.js';

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
    applicationId: null,
    type: 0,
    name: 'talk',
    topic: null,
    position: 0,
    nsfw: false,
    bitrate: null,
    userLimit: null,
    parentId: null,
    permissionOverwrites: [],
    lastMessageId: null,
    lastPinAt: null,
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
    roleId: GUILD,
    expireBehavior: 0,
    expireGracePeriod: 0,
    enableEmoticons: false,
    userId: OWNER,
    accountId: id,
    accountName: 'stream',
    syncedAt: 0,
    ...more,
  };
}

/** Everything about a guild of `OWNER` that is not a list. */
export const SETTINGS: GuildState['settings'] = {
  ...DEFAULT_GUILD_SETTINGS,
  name: 'World',
  ownerId: OWNER,
  region: 'us-west',
  applicationId: null,
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
  const users = new Map<string, GuildUser>(
    members.map(({ userId: id }) => [
      id,
      { id, username: `user ${id}`, discriminator: '0001', avatar: null },
    ]),
  );
  return {
    id: GUILD,
    version: 1,
    revision: 0,
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
export function context() {
  let last = 1000;
  return { now: Date.UTC(2026, 0, 1), nextId: () => String(++last) };
}

/** What a rule decides on a guild, or on a channel of it; the actor is authorized first. */
export function decide<Place extends GuildPlace, Input, Result, Member extends GuildMember | null>(
  rule: Rule<Place, Input, Result, Member>,
  place: Place & { readonly actor: Actor },
  input: Input,
  at: RuleContext = context(),
): Decision<Result> {
  return decideRule(rule, place, at, input);
}

/** A guild in the hands of its owner. */
export function owned(state: GuildState) {
  return { guild: state, actor: actor(OWNER) };
}
