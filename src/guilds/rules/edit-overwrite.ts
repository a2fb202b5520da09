import type { Overwrite } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { channelUpdates } from '../channel-updates.js';
import type { Decision } from '../events.js';
import { hasTarget, requireChangeable } from '../overwrites.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildChannel, GuildState } from '../state.js';

/**
 * Puts an overwrite on a channel or changes it (docs/rest.md, channels).
 *
 * @throws {Refusal}
 */
export function putOverwrite(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  input: Overwrite,
): Decision<null> {
  if (!hasTarget(guild, input)) throw new Refusal(input.type === 'role' ? 'UNKNOWN_ROLE' : 'UNKNOWN_MEMBER');
  return replace(guild, actor, channel, [...without(channel, input.id), input]);
}

/** Takes an overwrite from a channel (docs/rest.md, channels). @throws {Refusal} */
export function deleteOverwrite(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  id: Snowflake,
): Decision<null> {
  const rest = without(channel, id);
  if (rest.length === channel.permissionOverwrites.length) throw new Refusal('UNKNOWN_OVERWRITE');
  return replace(guild, actor, channel, rest);
}

function without(channel: GuildChannel, id: Snowflake): Overwrite[] {
  return channel.permissionOverwrites.filter((overwrite) => overwrite.id !== id);
}

function replace(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  overwrites: readonly Overwrite[],
): Decision<null> {
  requireChangeable(guild, requireMember(guild, actor), channel, overwrites);
  const next = { ...channel, permissionOverwrites: overwrites };
  return { result: null, ...channelUpdates(guild, [next]) };
}
