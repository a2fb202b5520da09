import { CHANNEL_TYPES, type ChannelType, type Overwrite } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { channelActions } from '../audit-log/actions.js';
import { requireCategory } from '../channel-parent.js';
import type { Decision } from '../events.js';
import { requireHeldPermissions } from '../hierarchy.js';
import { GUILD_LIMITS } from '../limits.js';
import { normalizeChannelName } from '../names.js';
import { requireFewOverwrites } from '../overwrite-limits.js';
import { requireKnownTargets, withoutRepeats } from '../overwrites.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildChannel, GuildState } from '../state.js';

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
