import type { Embed } from '../protocol/objects/embed.js';
import type { PartialEmoji } from '../protocol/objects/emoji.js';
import type { MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { GuildUser } from './state.js';

/** A message of a channel of any kind; its id contains its creation time. */
export interface Message {
  readonly id: Snowflake;
  readonly channelId: Snowflake;
  readonly author: GuildUser;
  readonly content: string;
  /** milliseconds since the Unix epoch; null: never edited */
  readonly editedAt: number | null;
  readonly tts: boolean;
  readonly mentionsEveryone: boolean;
  readonly mentions: readonly GuildUser[];
  readonly mentionRoles: readonly Snowflake[];
  readonly attachments: readonly MessageFile[];
  /** as sent by the author: images may be `attachment://FILENAME` */
  readonly embeds: readonly Embed[];
  readonly pinned: boolean;
  readonly type: MessageType;
  /** identifies a new message for the author's client */
  readonly nonce?: string | number | null;
}

/** The reactions to a message with one emoji. */
export interface ReactionCount {
  /** as first sent */
  readonly emoji: PartialEmoji;
  readonly count: number;
  /** whether the viewer's is among them */
  readonly me: boolean;
}

/** The maximum number of different emojis in reactions to a message. */
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
/** One complete emoji of Unicode's recommended set, including sequences such as flags and families. */
const EMOJI_PATTERN = String.raw`^\p{RGI_Emoji}$`;
const CUSTOM = /^(?:a:)?([A-Za-z0-9_~]{1,32}):([1-9][0-9]{0,19})$/;

/** A key to compare emojis: clients send the same one with and without variation selectors. */
export function emojiKey({ id, name }: PartialEmoji): string {
  return id ?? name.replaceAll(VARIATION_SELECTOR, '');
}

/** Parses an emoji in a path: characters, or `name:id` of a custom one. @returns null if it is neither */
export function parseEmoji(text: string): PartialEmoji | null {
  const [, name, id] = CUSTOM.exec(text) ?? [];
  if (name !== undefined && id !== undefined) return { id, name };
  // Not compiled before it is needed, which takes 10 ms; V8 caches it by its source. Not a literal, because the
  // compiler target does not support the flag.
  const emoji = new RegExp(EMOJI_PATTERN, 'v');
  // Some recommended emojis are not recognized without their variation selector.
  const isEmoji = emoji.test(text) || emoji.test(`${text}${VARIATION_SELECTOR}`);
  return isEmoji ? { id: null, name: text } : null;
}

/** A file of a message. */
export interface MessageFile {
  readonly id: Snowflake;
  readonly filename: string;
  /** in bytes */
  readonly size: number;
  /** the media type that it is served as */
  readonly contentType: string;
  /** in pixels; null unless the file is an image */
  readonly width: number | null;
  readonly height: number | null;
  /** random text that a request for the file must contain */
  readonly accessKey: string;
  readonly url: string;
}
