import { findHiddenCharacter } from '../platform/text/visible-text.js';
import { CHANNEL_TYPES, type ChannelType } from '../protocol/objects/channel.js';
import { refuseField } from './refusal.js';

/** The allowed length of a trimmed name, in characters (Unicode code points). */
interface NameLength {
  readonly least: number;
  readonly most: number;
}

/** Lengths of names (docs/rest.md, Limits). */
export const NAME_LENGTHS = {
  guild: { least: 2, most: 100 },
  channel: { least: 2, most: 100 },
  role: { least: 1, most: 100 },
  nick: { least: 0, most: 32 },
} as const satisfies Record<string, NameLength>;

const TEXT_CHANNEL_NAME = /^[\p{L}\p{N}\p{M}_-]+$/u;

/**
 * Trims and checks a name.
 *
 * @param path location in the request
 * @throws {Refusal} BASE_TYPE_BAD_LENGTH, or NAME_INVALID for invisible characters
 */
export function normalizeName(name: string, length: NameLength, path: readonly string[]): string {
  const trimmed = name.trim();
  requireLength(trimmed, length, path);
  const hidden = findHiddenCharacter(trimmed);
  if (hidden === null) return trimmed;
  throw refuseField(path, 'NAME_INVALID', `Names have no invisible characters; this one has ${hidden}.`);
}

/**
 * Normalizes the name of a channel: a text channel's is in lower case with dashes instead of spaces.
 *
 * @throws {Refusal} as `normalizeName`, or CHANNEL_NAME_INVALID for a text channel's name with characters other than
 * letters, digits, dashes and underscores
 */
export function normalizeChannelName(name: string, type: ChannelType, path: readonly string[]): string {
  const trimmed = normalizeName(name, NAME_LENGTHS.channel, path);
  if (type !== CHANNEL_TYPES.GUILD_TEXT) return trimmed;
  const normal = trimmed.toLowerCase().replaceAll(/\s+/gu, '-');
  // Letters may have more characters in lower case.
  requireLength(normal, NAME_LENGTHS.channel, path);
  if (TEXT_CHANNEL_NAME.test(normal)) return normal;
  throw refuseField(
    path,
    'CHANNEL_NAME_INVALID',
    'Text channel names must be alphanumeric with dashes or underscores.',
  );
}

/** Normalizes a nick; null: none. @throws {Refusal} as `normalizeName` */
export function normalizeNick(nick: string | null | undefined): string | null {
  return normalizeName(nick ?? '', NAME_LENGTHS.nick, ['nick']) || null;
}

/** @throws {Refusal} BASE_TYPE_BAD_LENGTH */
function requireLength(name: string, { least, most }: NameLength, path: readonly string[]): void {
  const length = [...name].length;
  if (length >= least && length <= most) return;
  throw refuseField(path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${least} and ${most} in length.`);
}
