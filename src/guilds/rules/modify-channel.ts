import { CHANNEL_TYPES, type Overwrite } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ChannelPlace } from '../access.js';
import { requireCategory } from '../channel-parent.js';
import { channelUpdates } from '../channel-updates.js';
import type { Decision } from '../events.js';
import { normalizeChannelName } from '../names.js';
import { requireFewOverwrites } from '../overwrite-limits.js';
import { requireChangeable, requireKnownTargets, withoutRepeats } from '../overwrites.js';
import { requireChannelPermission } from '../permissions.js';
import { type ContextAt, channelRule } from '../rule.js';
import type { GuildChannel } from '../state.js';

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
