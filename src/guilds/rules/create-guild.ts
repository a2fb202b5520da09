import { CHANNEL_TYPES, type ChannelType, type Overwrite } from '../../protocol/objects/channel.js';
import { DEFAULT_PERMISSIONS } from '../../protocol/permissions.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import { imageChanges } from '../image-changes.js';
import { GUILD_LIMITS } from '../limits.js';
import { NAME_LENGTHS, normalizeName } from '../names.js';
import { requireFewOverwrites, withoutRepeats } from '../overwrites.js';
import { Refusal, refuseField } from '../refusal.js';
import {
  type Actor,
  type ContentFilter,
  DEFAULT_GUILD_SETTINGS,
  type GuildChannel,
  type GuildImage,
  type GuildRole,
  type GuildSettings,
  type GuildState,
  type MessageNotifications,
  type RuleContext,
  type UserLookup,
  type VerificationLevel,
} from '../state.js';
import { DEFAULT_REGION, requireRegion } from '../voice-regions.js';
import { makeChannel, type NewChannel } from './channels.js';
import { roleName } from './roles.js';

/** A role of a new guild. */
export interface NewGuildRole {
  /** used instead of an id by channel overwrites in the same request */
  readonly placeholder?: string | undefined;
  readonly name?: string | undefined;
  readonly permissions?: number | undefined;
  readonly color?: number | undefined;
  readonly hoist?: boolean | undefined;
  readonly mentionable?: boolean | undefined;
}

/** A channel of a new guild. */
export interface NewGuildChannel extends NewChannel {
  /** used instead of an id by `afkChannelId` and `systemChannelId` in the same request */
  readonly placeholder?: string | undefined;
}

/** The input of a new guild. */
export interface NewGuild {
  readonly name: string;
  readonly region?: string | undefined;
  readonly icon?: GuildImage | undefined;
  readonly verificationLevel?: VerificationLevel | undefined;
  readonly defaultMessageNotifications?: MessageNotifications | undefined;
  readonly explicitContentFilter?: ContentFilter | undefined;
  /** the first one changes @everyone */
  readonly roles?: readonly NewGuildRole[] | undefined;
  readonly channels?: readonly NewGuildChannel[] | undefined;
  /** placeholder of a voice channel */
  readonly afkChannelId?: string | undefined;
  /** seconds */
  readonly afkTimeout?: number | undefined;
  /** placeholder of a text channel; null: none; undefined: the first text channel */
  readonly systemChannelId?: string | null | undefined;
}

/** The new guild, and the changes that store it. */
export interface CreatedGuild {
  readonly guild: GuildState;
  readonly changes: readonly GuildChange[];
}

/**
 * POST /guilds (docs/rest.md, guilds). The caller checks that the actor is a bot in few enough guilds.
 *
 * @throws {Refusal} TOO_MANY_ROLES, TOO_MANY_CHANNELS, or INVALID_FORM_BODY for an unknown placeholder
 */
export function createGuild(
  actor: Actor,
  input: NewGuild,
  users: UserLookup,
  context: RuleContext,
): CreatedGuild {
  requireRegion(input.region, []);
  const id = context.nextId();
  const roles = makeRoles(id, input.roles ?? [], context);
  const channels = makeChannels(actor, input.channels ?? [], roles.byPlaceholder, context);
  const settings = makeSettings(actor, input, channels);
  const member = {
    userId: actor.userId,
    nick: null,
    roles: [],
    joinedAt: context.now,
    deaf: false,
    mute: false,
  };
  return {
    guild: {
      id,
      version: 1,
      revision: 0,
      settings,
      roles: new Map(roles.made.map((role) => [role.id, role])),
      channels: new Map(channels.made.map((channel) => [channel.id, channel])),
      members: new Map([[member.userId, member]]),
      bans: new Map(),
      voiceStates: new Map(),
      invites: new Map(),
      integrations: new Map(),
      subscribers: new Map(),
      temporaryMembers: new Set(),
      emojis: new Map(),
      users,
    },
    changes: [
      { kind: 'settings', settings },
      ...imageChanges('icons', null, input.icon),
      ...roles.made.map((role) => ({ kind: 'role', role }) as const),
      ...channels.made.map((channel) => ({ kind: 'channel', channel }) as const),
      { kind: 'member', member },
    ],
  };
}

function makeRoles(
  guildId: Snowflake,
  inputs: readonly NewGuildRole[],
  context: RuleContext,
): Made<GuildRole> {
  if (inputs.length > GUILD_LIMITS.ROLES) throw new Refusal('TOO_MANY_ROLES');
  const [everyone = {}, ...others] = inputs;
  // The default of new roles is the permissions of @everyone.
  const permissions = everyone.permissions ?? DEFAULT_PERMISSIONS;
  return withPlaceholders('roles', [everyone, ...others], (input, position) => {
    const name = roleName(input.name, ['roles', String(position), 'name']);
    return {
      id: position === 0 ? guildId : context.nextId(),
      name: position === 0 ? '@everyone' : name,
      color: input.color ?? 0,
      hoist: input.hoist ?? false,
      position,
      permissions: input.permissions ?? permissions,
      managed: false,
      mentionable: input.mentionable ?? false,
    };
  });
}

function makeChannels(
  actor: Actor,
  inputs: readonly NewGuildChannel[],
  roles: ReadonlyMap<string, GuildRole>,
  context: RuleContext,
): Made<GuildChannel> {
  if (inputs.length > GUILD_LIMITS.CHANNELS) throw new Refusal('TOO_MANY_CHANNELS');
  const positions = new Map<number, number>();
  const made: GuildChannel[] = [];
  return withPlaceholders('channels', inputs, (input, index) => {
    const path = ['channels', String(index)];
    const type = input.type ?? CHANNEL_TYPES.GUILD_TEXT;
    const position = positions.get(type) ?? 0;
    positions.set(type, position + 1);
    const overwrites = (input.permissionOverwrites ?? []).map((overwrite, at) =>
      resolveOverwrite(actor, overwrite, roles, [...path, 'permissionOverwrites', String(at), 'id']),
    );
    const permissionOverwrites = withoutRepeats(overwrites);
    requireFewOverwrites(made, permissionOverwrites, { path });
    // Create guild does not support categories, so no channel has a parent.
    const channel = makeChannel(
      { ...input, parentId: null, permissionOverwrites },
      { id: context.nextId(), applicationId: actor.applicationId, position, path },
    );
    made.push(channel);
    return channel;
  });
}

function resolveOverwrite(
  actor: Actor,
  overwrite: Overwrite,
  roles: ReadonlyMap<string, GuildRole>,
  path: readonly string[],
): Overwrite {
  const own = overwrite.type === 'member' && overwrite.id === actor.userId ? actor.userId : undefined;
  const id = overwrite.type === 'role' ? roles.get(overwrite.id)?.id : own;
  if (id === undefined) {
    throw refuseField(path, 'BASE_TYPE_CHOICES', `No ${overwrite.type} of this request has this id.`);
  }
  return { ...overwrite, id };
}

function makeSettings(actor: Actor, input: NewGuild, channels: Made<GuildChannel>): GuildSettings {
  const { GUILD_TEXT, GUILD_VOICE } = CHANNEL_TYPES;
  const firstText = channels.made.find(({ type }) => type === GUILD_TEXT)?.id ?? null;
  return {
    ...DEFAULT_GUILD_SETTINGS,
    name: normalizeName(input.name, NAME_LENGTHS.guild, ['name']),
    icon: input.icon?.hash ?? null,
    ownerId: actor.userId,
    applicationId: actor.applicationId,
    region: input.region ?? DEFAULT_REGION,
    afkChannelId: channelFor('afkChannelId', input.afkChannelId, GUILD_VOICE, channels) ?? null,
    afkTimeout: input.afkTimeout ?? DEFAULT_GUILD_SETTINGS.afkTimeout,
    verificationLevel: input.verificationLevel ?? DEFAULT_GUILD_SETTINGS.verificationLevel,
    defaultMessageNotifications:
      input.defaultMessageNotifications ?? DEFAULT_GUILD_SETTINGS.defaultMessageNotifications,
    explicitContentFilter: input.explicitContentFilter ?? DEFAULT_GUILD_SETTINGS.explicitContentFilter,
    systemChannelId:
      input.systemChannelId === null
        ? null
        : (channelFor('systemChannelId', input.systemChannelId, GUILD_TEXT, channels) ?? firstText),
  };
}

/** Resolves a placeholder to a channel. @throws {Refusal} INVALID_FORM_BODY if no channel of the type has it */
function channelFor(
  field: string,
  placeholder: string | undefined,
  type: ChannelType,
  { byPlaceholder }: Made<GuildChannel>,
): Snowflake | undefined {
  if (placeholder === undefined) return undefined;
  const channel = byPlaceholder.get(placeholder);
  if (channel?.type === type) return channel.id;
  const kind = type === CHANNEL_TYPES.GUILD_VOICE ? 'voice' : 'text';
  throw refuseField([field], 'BASE_TYPE_CHOICES', `No ${kind} channel of this request has this id.`);
}

/** The objects created from a list in a request, by placeholder. */
export interface Made<Thing> {
  readonly made: readonly Thing[];
  readonly byPlaceholder: ReadonlyMap<string, Thing>;
}

/**
 * Creates an object for each item of a list in a request.
 *
 * @param field location of the list in the request
 * @throws {Refusal} INVALID_FORM_BODY for a repeated placeholder
 */
function withPlaceholders<Input extends { readonly placeholder?: string | undefined }, Thing>(
  field: string,
  inputs: readonly Input[],
  make: (input: Input, index: number) => Thing,
): Made<Thing> {
  const byPlaceholder = new Map<string, Thing>();
  const made = inputs.map((input, index) => {
    const thing = make(input, index);
    if (input.placeholder === undefined) return thing;
    if (byPlaceholder.has(input.placeholder)) {
      throw refuseField(
        [field, String(index), 'id'],
        'BASE_TYPE_CHOICES',
        'This placeholder is given twice.',
      );
    }
    byPlaceholder.set(input.placeholder, thing);
    return thing;
  });
  return { made, byPlaceholder };
}
