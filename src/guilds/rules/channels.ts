import { CHANNEL_TYPES, type ChannelType, type Overwrite } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ChannelPlace } from '../access.js';
import { channelActions, guildActions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import { combineEffects, type Decision, type Effects, NO_EFFECTS, snapshotOf } from '../events.js';
import { requireHeldPermissions } from '../hierarchy.js';
import { GUILD_LIMITS } from '../limits.js';
import { normalizeChannelName } from '../names.js';
import {
  hasTarget,
  requireChangeable,
  requireFewOverwrites,
  requireKnownTargets,
  withoutRepeats,
} from '../overwrites.js';
import { findVisible, requireChannelPermission } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { type ContextAt, channelRule, guildRule } from '../rule.js';
import type { GuildChannel, GuildMember, GuildSettings, GuildState } from '../state.js';

/** The input of a new channel. */
export interface NewChannel {
  readonly name: string;
  readonly type?: ChannelType | undefined;
  readonly topic?: string | null | undefined;
  readonly bitrate?: number | undefined;
  readonly userLimit?: number | undefined;
  readonly permissionOverwrites?: readonly Overwrite[] | undefined;
  readonly parentId?: Snowflake | null | undefined;
  readonly nsfw?: boolean | undefined;
}

export const DEFAULT_BITRATE = 64_000;

/** Creates a channel (docs/rest.md, guilds). @throws {Refusal} */
export const createChannel = guildRule({
  permission: 'MANAGE_CHANNELS',
  decide({ guild, actor, member, nextId }, input: NewChannel): Decision<GuildChannel> {
    if (guild.channels.size >= GUILD_LIMITS.CHANNELS) throw new Refusal('TOO_MANY_CHANNELS');
    const overwrites = input.permissionOverwrites ?? [];
    const type = input.type ?? CHANNEL_TYPES.GUILD_TEXT;
    requireCategory(guild, member, type, input.parentId);
    const channel = makeChannel(
      { ...input, type, permissionOverwrites: withoutRepeats(overwrites) },
      {
        id: nextId(),
        applicationId: actor.applicationId,
        position: nextPosition(guild, type),
        path: [],
      },
    );
    for (const { allow, deny } of overwrites) requireHeldPermissions(guild, member, allow | deny);
    requireKnownTargets(guild, overwrites, []);
    requireFewOverwrites(guild.channels.values(), channel.permissionOverwrites);
    return {
      result: channel,
      changes: [{ kind: 'channel', channel }],
      events: [{ type: 'channelCreated', channel }],
      audit: channelActions(guild, null, channel),
    };
  },
});

/** Builds a channel, with defaults for absent fields. @throws {Refusal} if the name is invalid */
export function makeChannel(
  input: NewChannel,
  place: {
    id: Snowflake;
    applicationId: Snowflake | null;
    position: number;
    /** location of the channel in the request */
    path: readonly string[];
  },
): GuildChannel {
  const type = input.type ?? CHANNEL_TYPES.GUILD_TEXT;
  const voice = type === CHANNEL_TYPES.GUILD_VOICE;
  return {
    id: place.id,
    applicationId: place.applicationId,
    type,
    name: normalizeChannelName(input.name, type, [...place.path, 'name']),
    topic: type === CHANNEL_TYPES.GUILD_TEXT ? (input.topic ?? null) : null,
    position: place.position,
    nsfw: input.nsfw ?? false,
    bitrate: voice ? (input.bitrate ?? DEFAULT_BITRATE) : null,
    userLimit: voice ? (input.userLimit ?? 0) : null,
    parentId: input.parentId ?? null,
    permissionOverwrites: input.permissionOverwrites ?? [],
    lastMessageId: null,
    lastPinAt: null,
  };
}

/** After the last channel of its kind: text channels, voice channels and categories are separate lists. */
function nextPosition(guild: GuildState, type: ChannelType): number {
  let next = 0;
  for (const channel of guild.channels.values()) {
    if (channel.type === type) next = Math.max(next, channel.position + 1);
  }
  return next;
}

/** The changes of a channel; undefined leaves a field unchanged. */
export interface ModifiedChannel {
  readonly name?: string | undefined;
  readonly position?: number | undefined;
  readonly topic?: string | null | undefined;
  readonly nsfw?: boolean | undefined;
  readonly bitrate?: number | undefined;
  readonly userLimit?: number | undefined;
  readonly permissionOverwrites?: readonly Overwrite[] | undefined;
  readonly parentId?: Snowflake | null | undefined;
}

/** Changes a channel; overwrites need MANAGE_ROLES (docs/rest.md, channels). @throws {Refusal} */
export const modifyChannel = channelRule({
  permission: 'MANAGE_CHANNELS',
  decide(context, input: ModifiedChannel): Decision<GuildChannel> {
    const { guild, channel, member } = context;
    // A channel may stay in a category that the member may not view.
    if (input.parentId !== channel.parentId) requireCategory(guild, member, channel.type, input.parentId);
    const isText = channel.type === CHANNEL_TYPES.GUILD_TEXT;
    const isVoice = channel.type === CHANNEL_TYPES.GUILD_VOICE;
    const next: GuildChannel = {
      ...channel,
      name:
        input.name === undefined ? channel.name : normalizeChannelName(input.name, channel.type, ['name']),
      position: input.position ?? channel.position,
      topic: isText && input.topic !== undefined ? input.topic : channel.topic,
      nsfw: input.nsfw ?? channel.nsfw,
      bitrate: isVoice ? (input.bitrate ?? channel.bitrate) : null,
      userLimit: isVoice ? (input.userLimit ?? channel.userLimit) : null,
      parentId: input.parentId === undefined ? channel.parentId : input.parentId,
      permissionOverwrites: changedOverwrites(context, input.permissionOverwrites),
    };
    return { result: next, ...channelUpdates(guild, [next]) };
  },
});

function changedOverwrites(
  { guild, actor, channel, member }: ContextAt<ChannelPlace>,
  input: readonly Overwrite[] | undefined,
): readonly Overwrite[] {
  if (input === undefined) return channel.permissionOverwrites;
  requireChannelPermission(guild, actor, channel, 'MANAGE_ROLES');
  requireKnownTargets(guild, input, channel.permissionOverwrites);
  const overwrites = withoutRepeats(input);
  requireChangeable(guild, member, channel, overwrites);
  requireFewOverwrites(guild.channels.values(), overwrites, { id: channel.id });
  return overwrites;
}

/** The new place of a channel. */
export interface ChannelMove {
  readonly id: Snowflake;
  readonly position: number;
}

/** Sorts channels that the member may manage (docs/rest.md, Permissions). @throws {Refusal} */
export const moveChannels = guildRule({
  permission: 'MANAGE_CHANNELS',
  decide({ guild, actor, member }, moves: readonly ChannelMove[]): Decision<null> {
    const moved = new Map<Snowflake, GuildChannel>();
    for (const [index, { id, position }] of moves.entries()) {
      const channel = findVisible(guild, member, id);
      if (channel === undefined || moved.has(id)) {
        const reason =
          channel === undefined ? 'This is no channel of the guild.' : 'This channel is named twice.';
        throw refuseField([String(index), 'id'], 'BASE_TYPE_CHOICES', reason);
      }
      // Clients send the whole list, also channels that stay where they are.
      if (channel.position !== position) modifyChannel.authorize({ guild, channel }, actor);
      moved.set(id, { ...channel, position });
    }
    const changed = [...moved.values()].filter(
      ({ id, position }) => guild.channels.get(id)?.position !== position,
    );
    return { result: null, ...channelUpdates(guild, changed) };
  },
});

/** Settings of a guild that refer to a channel. */
const CHANNEL_SETTINGS = [
  'afkChannelId',
  'embedChannelId',
  'widgetChannelId',
  'systemChannelId',
] as const satisfies (keyof GuildSettings)[];

/**
 * Deletes a channel and all references to it (docs/rest.md, channels): channels of a deleted category have no parent, the
 * settings of the guild no longer name the channel, and its invites and messages are deleted.
 *
 * @throws {Refusal}
 */
export const deleteChannel = channelRule({
  permission: 'MANAGE_CHANNELS',
  decide({ guild, channel }): Decision<GuildChannel> {
    const children = [...guild.channels.values()]
      .filter(({ parentId }) => parentId === channel.id)
      .map((child) => ({ ...child, parentId: null }));
    const orphaned = channelUpdates(guild, children);
    const settings = settingsWithout(guild, channel.id);
    const removal: Effects = {
      changes: [...invitesOf(guild, channel.id), { kind: 'channel-removed', id: channel.id }],
      events: [{ type: 'channelDeleted', channel }],
      audit: channelActions(guild, channel, null),
    };
    const { changes, audit } = combineEffects(orphaned, settings, removal);
    // Clients expect the settings after the deletion of the channel.
    const events = [...orphaned.events, ...removal.events, ...settings.events];
    return { result: channel, changes, events, ...(audit !== undefined && { audit }) };
  },
});

function settingsWithout(guild: GuildState, id: Snowflake): Effects {
  const named = CHANNEL_SETTINGS.filter((name) => guild.settings[name] === id);
  if (named.length === 0) return NO_EFFECTS;
  const settings = { ...guild.settings, ...Object.fromEntries(named.map((name) => [name, null])) };
  return {
    changes: [{ kind: 'settings', settings }],
    events: [{ type: 'guildUpdated', guild: snapshotOf(guild, settings) }],
    audit: guildActions(guild, settings),
  };
}

function invitesOf(guild: GuildState, id: Snowflake): GuildChange[] {
  return [...guild.invites.values()]
    .filter(({ channelId }) => channelId === id)
    .map(({ code }) => ({ kind: 'invite-removed', code }));
}

/**
 * Creates or replaces an overwrite of a channel (docs/rest.md, channels).
 *
 * @throws {Refusal}
 */
export const putOverwrite = channelRule({
  permission: 'MANAGE_ROLES',
  decide(context, input: Overwrite): Decision<null> {
    const { guild, channel } = context;
    const unknown = input.type === 'role' ? 'UNKNOWN_ROLE' : 'UNKNOWN_MEMBER';
    if (!hasTarget(guild, input)) throw new Refusal(unknown);
    return replace(context, [...without(channel, input.id), input]);
  },
});

/** Deletes an overwrite of a channel (docs/rest.md, channels). @throws {Refusal} */
export const deleteOverwrite = channelRule({
  permission: 'MANAGE_ROLES',
  decide(context, id: Snowflake): Decision<null> {
    const { channel } = context;
    const rest = without(channel, id);
    if (rest.length === channel.permissionOverwrites.length) throw new Refusal('UNKNOWN_OVERWRITE');
    return replace(context, rest);
  },
});

/** A request names an overwrite by its id alone. */
function without(channel: GuildChannel, id: Snowflake): Overwrite[] {
  return channel.permissionOverwrites.filter((overwrite) => overwrite.id !== id);
}

function replace(
  { guild, channel, member }: ContextAt<ChannelPlace>,
  overwrites: readonly Overwrite[],
): Decision<null> {
  requireChangeable(guild, member, channel, overwrites);
  requireFewOverwrites(guild.channels.values(), overwrites, { id: channel.id });
  const next = { ...channel, permissionOverwrites: overwrites };
  return { result: null, ...channelUpdates(guild, [next]) };
}

/** @throws {Refusal} if the parent is invalid for a channel of this type, or the member may not view it */
function requireCategory(
  guild: GuildState,
  member: GuildMember,
  type: ChannelType,
  parentId: Snowflake | null | undefined,
): void {
  if (parentId === null || parentId === undefined) return;
  if (findVisible(guild, member, parentId)?.type !== CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['parentId'], 'CHANNEL_PARENT_INVALID', 'This is no category of the guild.');
  }
  if (type === CHANNEL_TYPES.GUILD_CATEGORY) {
    throw refuseField(['parentId'], 'CHANNEL_PARENT_INVALID_TYPE', 'Categories cannot have categories.');
  }
}

/** Changes and events of updated channels. */
function channelUpdates(guild: GuildState, channels: readonly GuildChannel[]): Effects {
  return {
    changes: channels.map((channel) => ({ kind: 'channel', channel })),
    events: channels.map((channel) => ({ type: 'channelUpdated', channel })),
    audit: channels.flatMap((channel) =>
      channelActions(guild, guild.channels.get(channel.id) ?? null, channel),
    ),
  };
}
