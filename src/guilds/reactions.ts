import type { PartialEmoji } from '../protocol/objects/emoji.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** Different emojis that one message may have reactions with. */
export const REACTIONS_OF_MESSAGE = 20;

/** One user's reaction to a message. */
export interface Reaction {
  readonly messageId: Snowflake;
  readonly userId: Snowflake;
  readonly emoji: PartialEmoji;
  /** milliseconds since the Unix epoch */
  readonly reactedAt: number;
}

const VARIATION_SELECTOR = '\uFE0F';
/** One emoji of Unicode's recommended set, whole, also in sequences such as flags and families. */
const EMOJI_PATTERN = String.raw`^\p{RGI_Emoji}$`;
// Not a literal: the compiler's target does not have the flag yet.
const EMOJI = new RegExp(EMOJI_PATTERN, 'v');
const CUSTOM = /^(?:a:)?([A-Za-z0-9_~]{1,32}):([1-9][0-9]{0,19})$/;

/** Tells emojis apart: clients send the same one with and without variation selectors. */
export function emojiKey({ id, name }: PartialEmoji): string {
  return id ?? name.replaceAll(VARIATION_SELECTOR, '');
}

/** Reads an emoji as paths carry it: characters, or `name:id` of a custom one. @returns null if it is neither */
export function parseEmoji(text: string): PartialEmoji | null {
  const [, name, id] = CUSTOM.exec(text) ?? [];
  if (name !== undefined && id !== undefined) return { id, name };
  // Without its selector an emoji that has one is not of the recommended set.
  const isEmoji = EMOJI.test(text) || EMOJI.test(`${text}${VARIATION_SELECTOR}`);
  return isEmoji ? { id: null, name: text } : null;
}
