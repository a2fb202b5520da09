import type { ReactionCount } from '../guilds/message.js';
import type { Embed } from '../protocol/objects/embed.js';
import type { PartialEmoji } from '../protocol/objects/emoji.js';
import type { MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** A message as it is stored: users by their ids, without files and reactions. */
export interface StoredMessage {
  readonly id: Snowflake;
  readonly channelId: Snowflake;
  readonly authorId: Snowflake;
  readonly content: string;
  /** milliseconds since the Unix epoch; null if it was never edited */
  readonly editedAt: number | null;
  readonly tts: boolean;
  readonly mentionsEveryone: boolean;
  readonly mentions: readonly Snowflake[];
  readonly mentionRoles: readonly Snowflake[];
  readonly pinned: boolean;
  readonly type: MessageType;
  readonly embeds: readonly Embed[];
}

/** The position of a page of messages: the newest ones, or relative to a message id, which need not exist. */
export type MessagePage =
  | { readonly kind: 'latest' }
  | { readonly kind: 'before' | 'after' | 'around'; readonly id: Snowflake };

/**
 * An author's messages in one channel, and the newest message of the channel that is not among them (null if there is
 * none).
 */
export interface MessagesOfAuthor {
  readonly channelId: Snowflake;
  readonly ids: readonly Snowflake[];
  readonly newestLeft: Snowflake | null;
}

/** Reads messages of channels of every kind. They are written with the changes of their guild or private channel. */
export interface MessageStore {
  /** At most `limit` messages of a channel, newest first. */
  page(channelId: Snowflake, page: MessagePage, limit: number): Promise<StoredMessage[]>;
  one(channelId: Snowflake, id: Snowflake): Promise<StoredMessage | null>;
  /** The pinned messages of a channel, newest first. @param limit the maximum number */
  pinned(channelId: Snowflake, limit: number): Promise<StoredMessage[]>;
  /**
   * The existing messages among these ids in a channel, with their authors, and the newest other message of the channel
   * (null if there is none).
   */
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

/** Reads reactions. */
export interface ReactionStore {
  /** The reactions to messages by emoji, in the order of first use. */
  counts(messageIds: readonly Snowflake[], viewer: Snowflake): Promise<StoredReactionCount[]>;
  /**
   * The emoji of a user's reaction, as it was first sent; null if there is no such reaction. @param key see `emojiKey`
   */
  emojiOf(messageId: Snowflake, key: string, userId: Snowflake): Promise<PartialEmoji | null>;
  /**
   * Users who reacted with an emoji, ordered by id. @param page ids below `before` and above `after`; null for no bound
   */
  users(
    messageId: Snowflake,
    key: string,
    page: { readonly before: Snowflake | null; readonly after: Snowflake | null; readonly limit: number },
  ): Promise<Snowflake[]>;
}

/** A file of a message as it is stored; its content is in a file named by its id. */
export interface StoredAttachment {
  readonly id: Snowflake;
  readonly messageId: Snowflake;
  /** the user who sent it */
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

/** A file whose attachment was removed and that may still exist. */
export interface RemovedFile {
  readonly id: Snowflake;
  readonly userId: Snowflake;
  readonly size: number;
}

/**
 * Files of messages, which are written with their message. When a message is removed, its files are listed as removed.
 */
export interface AttachmentStore {
  /** The files of messages, in the order in which they were sent. */
  ofMessages(messageIds: readonly Snowflake[]): Promise<StoredAttachment[]>;
  /** A file of a message in a channel. */
  one(channelId: Snowflake, id: Snowflake): Promise<StoredAttachment | null>;
  /** The existing files among these ids. */
  existing(ids: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>>;
  /** Files of removed messages that may still exist, oldest first. @param limit the maximum number */
  removed(limit: number): Promise<RemovedFile[]>;
  /** Deletes removed files from the list, after they were deleted from the disk. */
  forgetRemoved(ids: readonly Snowflake[]): Promise<void>;
  /** Sets a listener that is called after each commit that may have removed messages. */
  listenForRemovals(listener: () => void): void;
  /**
   * The storage used by each user, including removed files that may still exist.
   *
   * @param blockBytes the size of each file is rounded up to a multiple of this; an empty file takes one block
   */
  usage(blockBytes: number): Promise<{ readonly userId: Snowflake; readonly bytes: number }[]>;
}

/** The use of an image. */
export type StoredImageKind = 'icons' | 'splashes' | 'avatars';

/** Reads images, which are written with the objects that they belong to. Data is the file as base64. */
export interface ImageStore {
  /** The image of an emoji; null if there is none. */
  ofEmoji(id: Snowflake): Promise<string | null>;
  one(kind: StoredImageKind, ownerId: Snowflake, hash: string): Promise<string | null>;
}
