import { CHANNEL_TYPES, type Overwrite } from '../../protocol/objects/channel.js';
import type { Guild } from '../../protocol/objects/guild.js';
import type { Role } from '../../protocol/objects/role.js';
import { ALL_PERMISSIONS, DEFAULT_PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import { imageChanges } from '../image-changes.js';
import { GUILD_LIMITS } from '../limits.js';
import { knownPermissions } from '../overwrites.js';
import { Refusal, refuseField } from '../refusal.js';
import { requireRegion } from '../require-region.js';
import type {
  Actor,
  GuildChannel,
  GuildImage,
  GuildSettings,
  GuildState,
  Tools,
  UserLookup,
} from '../state.js';
import { DEFAULT_REGION } from '../voice-regions.js';
import { makeChannel, type NewChannel } from './create-channel.js';

/** A role of a new guild; `id` is a placeholder that channel overwrites of the same request may name. */
export interface NewGuildRole {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly permissions?: number | undefined;
  readonly color?: number | undefined;
  readonly hoist?: boolean | undefined;
  readonly mentionable?: boolean | undefined;
}

/** What a new guild may be given. */
export interface NewGuild {
  readonly name: string;
  readonly region?: string | undefined;
  readonly icon?: GuildImage | undefined;
  readonly verification_level?: Guild['verification_level'] | undefined;
  readonly default_message_notifications?: Guild['default_message_notifications'] | undefined;
  readonly explicit_content_filter?: Guild['explicit_content_filter'] | undefined;
  /** the first one changes @everyone */
  readonly roles?: readonly NewGuildRole[] | undefined;
  readonly channels?: readonly NewChannel[] | undefined;
}

/** What making a guild gives: the guild as it then is, and how to keep it. */
export interface CreatedGuild {
  readonly guild: GuildState;
  readonly changes: readonly GuildChange[];
}

/**
 * POST /guilds (interface.md, Guild REST operations). That the actor is a bot in few enough guilds is for the caller to
 * see to, who knows the other guilds.
 *
 * @throws {Refusal} TOO_MANY_ROLES, TOO_MANY_CHANNELS, or INVALID_FORM_BODY for a placeholder that no role has
 */
export function createGuild(actor: Actor, input: NewGuild, users: UserLookup, tools: Tools): CreatedGuild {
  requireRegion(input.region, []);
  const id = tools.nextId();
  const { roles, placeholders } = makeRoles(id, input.roles ?? [], tools);
  const channels = makeChannels(actor, input.channels ?? [], placeholders, tools);
  const settings = makeSettings(actor, input, channels);
  const member = {
    userId: actor.userId,
    nick: null,
    roles: [],
    joinedAt: tools.now,
    deaf: false,
    mute: false,
  };
  return {
    guild: {
      id,
      version: 1,
      settings,
      roles: new Map(roles.map((role) => [role.id, role])),
      channels: new Map(channels.map((channel) => [channel.id, channel])),
      members: new Map([[member.userId, member]]),
      bans: new Map(),
      voiceStates: new Map(),
      invites: new Map(),
      integrations: new Map(),
      subscribers: new Map(),
      temporaryMembers: new Set(),
      users,
    },
    changes: [
      { kind: 'settings', settings },
      ...imageChanges('icons', null, input.icon),
      ...roles.map((role) => ({ kind: 'role', role }) as const),
      ...channels.map((channel) => ({ kind: 'channel', channel }) as const),
      { kind: 'member', member },
    ],
  };
}

function makeRoles(guildId: Snowflake, inputs: readonly NewGuildRole[], tools: Tools) {
  if (inputs.length > GUILD_LIMITS.ROLES) throw new Refusal('TOO_MANY_ROLES');
  const [everyone = {}, ...others] = inputs;
  const placeholders = new Map<string, Snowflake>();
  const roles = [everyone, ...others].map((input, position): Role => {
    const id = position === 0 ? guildId : tools.nextId();
    if (input.id !== undefined) placeholders.set(input.id, id);
    return {
      id,
      name: position === 0 ? '@everyone' : (input.name ?? 'new role'),
      color: input.color ?? 0,
      hoist: input.hoist ?? false,
      position,
      permissions: (input.permissions ?? DEFAULT_PERMISSIONS) & ALL_PERMISSIONS,
      managed: false,
      mentionable: input.mentionable ?? false,
    };
  });
  return { roles, placeholders };
}

function makeChannels(
  actor: Actor,
  inputs: readonly NewChannel[],
  placeholders: ReadonlyMap<string, Snowflake>,
  tools: Tools,
): GuildChannel[] {
  if (inputs.length > GUILD_LIMITS.CHANNELS) throw new Refusal('TOO_MANY_CHANNELS');
  const positions = new Map<number, number>();
  return inputs.map((input, index) => {
    const path = ['channels', String(index)];
    const type = input.type ?? CHANNEL_TYPES.GUILD_TEXT;
    const position = positions.get(type) ?? 0;
    positions.set(type, position + 1);
    const permission_overwrites = (input.permission_overwrites ?? []).map((overwrite, at) =>
      resolveOverwrite(actor, overwrite, placeholders, [...path, 'permission_overwrites', String(at), 'id']),
    );
    // Categories are not supported here (interface.md), so no channel has a parent.
    return makeChannel(
      { ...input, parent_id: null, permission_overwrites },
      { id: tools.nextId(), applicationId: actor.applicationId, position, path },
    );
  });
}

function resolveOverwrite(
  actor: Actor,
  overwrite: Overwrite,
  placeholders: ReadonlyMap<string, Snowflake>,
  path: readonly string[],
): Overwrite {
  const own = overwrite.type === 'member' && overwrite.id === actor.userId ? actor.userId : undefined;
  const id = overwrite.type === 'role' ? placeholders.get(overwrite.id) : own;
  if (id === undefined) {
    throw refuseField(path, 'BASE_TYPE_CHOICES', `No ${overwrite.type} of this request has this id.`);
  }
  return knownPermissions({ ...overwrite, id });
}

function makeSettings(actor: Actor, input: NewGuild, channels: readonly GuildChannel[]): GuildSettings {
  const firstText = channels.find((channel) => channel.type === CHANNEL_TYPES.GUILD_TEXT);
  return {
    name: input.name,
    icon: input.icon?.hash ?? null,
    splash: null,
    owner_id: actor.userId,
    region: input.region ?? DEFAULT_REGION,
    afk_channel_id: null,
    afk_timeout: 300,
    embed_enabled: false,
    embed_channel_id: null,
    verification_level: input.verification_level ?? 0,
    default_message_notifications: input.default_message_notifications ?? 0,
    explicit_content_filter: input.explicit_content_filter ?? 0,
    features: [],
    mfa_level: 0,
    application_id: actor.applicationId,
    widget_enabled: false,
    widget_channel_id: null,
    system_channel_id: firstText?.id ?? null,
  };
}
