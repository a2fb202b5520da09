import type { ReactionCount } from '../guilds/message.js';
import type { Embed } from '../protocol/objects/embed.js';
import type { PartialEmoji } from '../protocol/objects/emoji.js';
import type { MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** A message as it is stored: users by their ids, files and reactions apart. */
export interface StoredMessage {
  readonly id: Snowflake;
  readonly channelId: Snowflake;
  readonly authorId: Snowflake;
  readonly content: string;
  /** milliseconds since the Unix epoch; null: never edited */
  readonly editedAt: number | null;
  readonly tts: boolean;
  readonly mentionsEveryone: boolean;
  readonly mentions: readonly Snowflake[];
  readonly mentionRoles: readonly Snowflake[];
  readonly pinned: boolean;
  readonly type: MessageType;
  readonly embeds: readonly Embed[];
}

/** Where a page of messages is: at the end, or beside a message id, which need not exist. */
export type MessagePage =
  | { readonly kind: 'latest' }
  | { readonly kind: 'before' | 'after' | 'around'; readonly id: Snowflake };

/** An author's messages in one channel, and the newest message of the channel that is not among them; null: none. */
export interface MessagesOfAuthor {
  readonly channelId: Snowflake;
  readonly ids: readonly Snowflake[];
  readonly newestLeft: Snowflake | null;
}

/** Reads of messages in channels of every kind. They are written with the changes of the guild or private channel. */
export interface MessageStore {
  /** At most `limit` messages of a channel, newest first. */
  page(channelId: Snowflake, page: MessagePage, limit: number): Promise<StoredMessage[]>;
  one(channelId: Snowflake, id: Snowflake): Promise<StoredMessage | null>;
  /** The pinned messages of a channel, newest first. @param limit how many at most */
  pinned(channelId: Snowflake, limit: number): Promise<StoredMessage[]>;
  /** Which of these messages a channel has, with their authors, and its newest message that is none of them; null: none. */
  ofIds(
    channelId: Snowflake,
    ids: readonly Snowflake[],
  ): Promise<{
    readonly messages: readonly { readonly id: Snowflake; readonly authorId: Snowflake }[];
    readonly newestLeft: Snowflake | null;
  }>;
  /** An author's messages in a guild from an id on, by channel, oldest first. */
  ofAuthor(guildId: Snowflake, authorId: Snowflake, from: Snowflake): Promise<MessagesOfAuthor[]>;
}

/** The reactions to one of several messages with one emoji. */
export interface StoredReactionCount extends ReactionCount {
  readonly messageId: Snowflake;
}

/** Reads of reactions. */
export interface ReactionStore {
  /** The reactions to messages by emoji, in the order in which each was first used. */
  counts(messageIds: readonly Snowflake[], viewer: Snowflake): Promise<StoredReactionCount[]>;
  /** The emoji of a user's reaction, as it was first sent; null: there is none. @param key see `emojiKey` */
  emojiOf(messageId: Snowflake, key: string, userId: Snowflake): Promise<PartialEmoji | null>;
  /** Users who reacted with an emoji, by id. @param page ids below `before` and above `after`; null: no bound */
  users(
    messageId: Snowflake,
    key: string,
    page: { readonly before: Snowflake | null; readonly after: Snowflake | null; readonly limit: number },
  ): Promise<Snowflake[]>;
}

/** A file of a message as it is stored: its bytes are a file named by its id. */
export interface StoredAttachment {
  readonly id: Snowflake;
  readonly messageId: Snowflake;
  /** who sent it */
  readonly userId: Snowflake;
  readonly filename: string;
  /** in bytes */
  readonly size: number;
  readonly contentType: string;
  /** in pixels; null unless it is an image */
  readonly width: number | null;
  readonly height: number | null;
  readonly accessKey: string;
}

/** A file whose attachment is gone and that may still be there. */
export interface RemovedFile {
  readonly id: Snowflake;
  readonly userId: Snowflake;
  readonly size: number;
}

/** Files of messages, which are written with their message. What removes a message lists its files as removed. */
export interface AttachmentStore {
  /** The files of messages, in the order in which they were sent. */
  ofMessages(messageIds: readonly Snowflake[]): Promise<StoredAttachment[]>;
  /** A file of a message in a channel. */
  one(channelId: Snowflake, id: Snowflake): Promise<StoredAttachment | null>;
  /** Which of these ids are those of files. */
  existing(ids: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>>;
  /** Files whose messages are gone and that may still be there, oldest first. @param limit how many at most */
  removed(limit: number): Promise<RemovedFile[]>;
  /** Forgets removed files: they are gone from the disk, too. */
  forgetRemoved(ids: readonly Snowflake[]): Promise<void>;
  /** Sets what is called after each commit that may have removed messages. */
  listenForRemovals(listener: () => void): void;
  /**
   * How much each user stores, with files that are removed but may still be there.
   *
   * @param blockBytes what each file is rounded up to a multiple of; an empty one takes one block
   */
  usage(blockBytes: number): Promise<{ readonly userId: Snowflake; readonly bytes: number }[]>;
}

/** What an image is for. */
export type StoredImageKind = 'icons' | 'splashes' | 'avatars';

/** Reads of images, which are written with what they belong to. Data is the file as base64. */
export interface ImageStore {
  /** The image of an emoji; null: there is none. */
  ofEmoji(id: Snowflake): Promise<string | null>;
  one(kind: StoredImageKind, ownerId: Snowflake, hash: string): Promise<string | null>;
}
