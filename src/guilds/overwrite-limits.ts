import type { Overwrite } from '../protocol/objects/channel.js';
import { GUILD_LIMITS } from './limits.js';
import { refuseField } from './refusal.js';
import type { GuildChannel } from './state.js';

/**
 * Checks the number of overwrites of a channel and of all channels of its guild. A change that does not add any is always
 * accepted.
 *
 * @param channels those of the guild before the change
 * @param id of the channel; absent: it is new
 * @throws {Refusal} INVALID_FORM_BODY
 */
export function requireFewOverwrites(
  channels: Iterable<Pick<GuildChannel, 'id' | 'permissionOverwrites'>>,
  overwrites: readonly Overwrite[],
  { id, path = [] }: { readonly id?: string; readonly path?: readonly string[] } = {},
): void {
  let before = 0;
  let others = 0;
  for (const { id: one, permissionOverwrites } of channels) {
    if (one === id) before = permissionOverwrites.length;
    else others += permissionOverwrites.length;
  }
  if (overwrites.length <= before) return;
  const { OVERWRITES, OVERWRITES_OF_CHANNEL } = GUILD_LIMITS;
  if (overwrites.length > OVERWRITES_OF_CHANNEL) {
    throw tooMany(path, `A channel has at most ${OVERWRITES_OF_CHANNEL} overwrites.`);
  }
  if (others + overwrites.length > OVERWRITES) {
    throw tooMany(path, `The channels of a guild have at most ${OVERWRITES} overwrites together.`);
  }
}

function tooMany(path: readonly string[], message: string): Error {
  return refuseField([...path, 'permissionOverwrites'], 'BASE_TYPE_BAD_LENGTH', message);
}
