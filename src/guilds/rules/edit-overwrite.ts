import type { Overwrite } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ChannelPlace } from '../access.js';
import { channelUpdates } from '../channel-updates.js';
import type { Decision } from '../events.js';
import { requireFewOverwrites } from '../overwrite-limits.js';
import { hasTarget, requireChangeable } from '../overwrites.js';
import { Refusal } from '../refusal.js';
import { type ContextAt, channelRule } from '../rule.js';
import type { GuildChannel } from '../state.js';

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
