import type { ChatState } from '../../client/state.js';
import { toVisibleText } from '../../platform/visible-text.js';
import type { Channel } from '../../protocol/objects/channel.js';
import { ControlError } from '../errors.js';
import { voiceChannels } from './voice-guilds.js';

/** The most channels that an error names. */
const MAX_NAMED = 10;

/**
 * The voice channel with this id, or with this name if only one has it.
 *
 * @throws {ControlError} `not_found`; its hint names the voice channels that there are
 */
export function findVoiceChannel(state: Pick<ChatState, 'channels' | 'guilds'>, idOrName: string): Channel {
  const all = state
    .guilds()
    .flatMap((guild) =>
      voiceChannels(state.channels(guild.id)).map((channel) => ({ ...channel, guild: guild.name })),
    );
  const byId = all.find(({ id }) => id === idOrName);
  if (byId !== undefined) return byId;
  const [named, ...others] = all.filter(({ name }) => name === idOrName);
  if (named === undefined) {
    throw new ControlError('not_found', `there is no voice channel ${idOrName}`, listed(all));
  }
  if (others.length === 0) return named;
  throw new ControlError(
    'not_found',
    `several voice channels are named ${idOrName}`,
    listed([named, ...others]),
  );
}

/** A channel, and the name of its guild. */
type Candidate = Channel & { readonly guild: string };

function listed(channels: readonly Candidate[]): string {
  if (channels.length === 0) return 'You are in no guild with a voice channel.';
  const names = channels
    .slice(0, MAX_NAMED)
    .map(({ guild, id, name }) => `${toVisibleText(name ?? '')} (${id}, ${toVisibleText(guild)})`);
  const more = channels.length - names.length;
  return `Voice channels: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
