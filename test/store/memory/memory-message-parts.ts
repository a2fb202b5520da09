import { emojiKey } from '#guildhall/guilds/message.js';
import type { PartialEmoji } from '#guildhall/protocol/objects/emoji.js';
import { compareSnowflakes, type Snowflake } from '#guildhall/protocol/snowflake.js';
import type {
  AttachmentStore,
  ImageStore,
  ReactionStore,
  RemovedFile,
  StoredAttachment,
  StoredImageKind,
  StoredReactionCount,
} from '#guildhall/store/messages.js';
import type { CommitQueue } from './commit-queue.js';
import { byAge, imageKey, type MemoryData } from './memory-data.js';

/** Reads of reactions in memory. */
export class MemoryReactions implements ReactionStore {
  constructor(private readonly data: MemoryData) {}

  async counts(messageIds: readonly Snowflake[], viewer: Snowflake): Promise<StoredReactionCount[]> {
    const counts = new Map<string, StoredReactionCount>();
    const inOrder = [...this.data.reactions.values()].sort((a, b) => a.reactedAt - b.reactedAt);
    for (const { messageId, emoji, userId } of inOrder) {
      if (!messageIds.includes(messageId)) continue;
      const key = `${messageId}/${emojiKey(emoji)}`;
      const { count, me, ...first } = counts.get(key) ?? { messageId, emoji, count: 0, me: false };
      counts.set(key, { ...first, count: count + 1, me: me || userId === viewer });
    }
    return [...counts.values()];
  }

  async emojiOf(messageId: Snowflake, key: string, userId: Snowflake): Promise<PartialEmoji | null> {
    return this.#reactions(messageId, key).find((one) => one.userId === userId)?.emoji ?? null;
  }

  async users(
    messageId: Snowflake,
    key: string,
    page: { readonly before: Snowflake | null; readonly after: Snowflake | null; readonly limit: number },
  ): Promise<Snowflake[]> {
    const { before, after, limit } = page;
    return this.#reactions(messageId, key)
      .map(({ userId }) => userId)
      .filter((id) => before === null || compareSnowflakes(id, before) < 0)
      .filter((id) => after === null || compareSnowflakes(id, after) > 0)
      .sort(compareSnowflakes)
      .slice(0, limit);
  }

  #reactions(messageId: Snowflake, key: string) {
    const reactions = [...this.data.reactions.values()];
    return reactions.filter((one) => one.messageId === messageId && emojiKey(one.emoji) === key);
  }
}

/** Files of messages in memory. */
export class MemoryAttachments implements AttachmentStore {
  constructor(
    private readonly data: MemoryData,
    private readonly queue: CommitQueue,
  ) {}

  async ofMessages(messageIds: readonly Snowflake[]): Promise<StoredAttachment[]> {
    return byAge(this.data.attachments.values()).filter(({ messageId }) => messageIds.includes(messageId));
  }

  async one(channelId: Snowflake, id: Snowflake): Promise<StoredAttachment | null> {
    const found = this.data.attachments.get(id);
    const message = this.data.messages.get(found?.messageId ?? '');
    return found !== undefined && message?.channelId === channelId ? found : null;
  }

  async existing(ids: readonly Snowflake[]): Promise<ReadonlySet<Snowflake>> {
    return new Set(ids.filter((id) => this.data.attachments.has(id)));
  }

  async removed(limit: number): Promise<RemovedFile[]> {
    return byAge(this.data.removedFiles.values()).slice(0, limit);
  }

  forgetRemoved(ids: readonly Snowflake[]): Promise<void> {
    return this.queue.submit({
      apply: () => {
        for (const id of ids) this.data.removedFiles.delete(id);
      },
    });
  }

  listenForRemovals(listener: () => void): void {
    this.queue.listenForCommits(listener);
  }

  async usage(blockBytes: number): Promise<{ userId: Snowflake; bytes: number }[]> {
    const bytesOf = new Map<Snowflake, number>();
    for (const { userId, size } of [...this.data.attachments.values(), ...this.data.removedFiles.values()]) {
      const bytes = Math.max(1, Math.ceil(size / blockBytes)) * blockBytes;
      bytesOf.set(userId, (bytesOf.get(userId) ?? 0) + bytes);
    }
    return [...bytesOf].map(([userId, bytes]) => ({ userId, bytes }));
  }
}

/** Reads of images in memory. */
export class MemoryImages implements ImageStore {
  constructor(private readonly data: MemoryData) {}

  async ofEmoji(id: Snowflake): Promise<string | null> {
    return this.data.emojiImages.get(id) ?? null;
  }

  async one(kind: StoredImageKind, ownerId: Snowflake, hash: string): Promise<string | null> {
    return this.data.images.get(imageKey(kind, ownerId, hash)) ?? null;
  }
}
