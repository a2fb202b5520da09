import type { Snowflake } from '#guildhall/protocol/snowflake.js';
import { compareSnowflakes } from '#guildhall/protocol/snowflake.js';
import type {
  MessagePage,
  MessageStore,
  MessagesOfAuthor,
  StoredMessage,
} from '#guildhall/store/messages.js';
import { byAge, type MemoryData } from './memory-data.js';

/** Reads of messages in memory. */
export class MemoryMessages implements MessageStore {
  constructor(private readonly data: MemoryData) {}

  async page(channelId: Snowflake, page: MessagePage, limit: number): Promise<StoredMessage[]> {
    const messages = this.#newestFirst(channelId);
    if (page.kind === 'latest') return messages.slice(0, limit);
    const older = messages.filter(({ id }) => compareSnowflakes(id, page.id) < 0);
    const atLeast = messages.slice(0, messages.length - older.length);
    switch (page.kind) {
      case 'before':
        return older.slice(0, limit);
      case 'after':
        return last(
          atLeast.filter(({ id }) => id !== page.id),
          limit,
        );
      case 'around': {
        const half = Math.floor(limit / 2);
        return [...last(atLeast, limit - half), ...older.slice(0, half)];
      }
    }
  }

  async one(channelId: Snowflake, id: Snowflake): Promise<StoredMessage | null> {
    const message = this.data.messages.get(id);
    return message?.channelId === channelId ? message : null;
  }

  async pinned(channelId: Snowflake, limit: number): Promise<StoredMessage[]> {
    return this.#newestFirst(channelId)
      .filter(({ pinned }) => pinned)
      .slice(0, limit);
  }

  async ofIds(
    channelId: Snowflake,
    ids: readonly Snowflake[],
  ): Promise<{ messages: { id: Snowflake; authorId: Snowflake }[]; newestLeft: Snowflake | null }> {
    const messages = this.#newestFirst(channelId);
    const found = messages.filter(({ id }) => ids.includes(id)).reverse();
    const newestLeft = messages.find(({ id }) => !ids.includes(id))?.id ?? null;
    return { messages: found.map(({ id, authorId }) => ({ id, authorId })), newestLeft };
  }

  async ofAuthor(guildId: Snowflake, authorId: Snowflake, from: Snowflake): Promise<MessagesOfAuthor[]> {
    const isOne = (message: StoredMessage) =>
      message.authorId === authorId && compareSnowflakes(message.id, from) >= 0;
    const channels = byAge(this.data.guilds.get(guildId)?.channels.values() ?? []);
    return channels.flatMap(({ id: channelId }) => {
      const messages = this.#newestFirst(channelId);
      const ids = messages.filter(isOne).map(({ id }) => id);
      if (ids.length === 0) return [];
      const newestLeft = messages.find((message) => !isOne(message))?.id ?? null;
      return [{ channelId, ids: ids.reverse(), newestLeft }];
    });
  }

  #newestFirst(channelId: Snowflake): StoredMessage[] {
    const messages = [...this.data.messages.values()].filter((message) => message.channelId === channelId);
    return byAge(messages).reverse();
  }
}

/** The last `count` of some values. */
function last<Value>(values: readonly Value[], count: number): Value[] {
  return values.slice(Math.max(0, values.length - count));
}
