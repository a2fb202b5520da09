import { CHANNEL_TYPES, type ChannelType } from '../protocol/objects/channel.js';
import { refuseField } from './refusal.js';

const TEXT_CHANNEL_NAME = /^[\p{L}\p{N}\p{M}_-]+$/u;

/**
 * The name a channel gets: a text channel's is made lower case with dashes for spaces (rest-facts.md, Objects).
 *
 * @throws {Refusal} CHANNEL_NAME_INVALID if it has anything but letters, digits, dashes and underscores
 */
export function channelName(name: string, type: ChannelType, path: readonly string[]): string {
  if (type !== CHANNEL_TYPES.GUILD_TEXT) return name;
  const normal = name.trim().toLowerCase().replaceAll(/\s+/gu, '-');
  if (TEXT_CHANNEL_NAME.test(normal)) return normal;
  throw refuseField(
    path,
    'CHANNEL_NAME_INVALID',
    'Text channel names must be alphanumeric with dashes or underscores.',
  );
}
