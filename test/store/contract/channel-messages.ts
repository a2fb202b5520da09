import type { MessageChange } from '#guildhall/guilds/changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import type { Store } from '#guildhall/store/store.js';
import { channel, member } from '../../guilds/worlds.js';
import { addAccounts, addGuild, changeGuild, message } from './fixtures.js';

/** Two text channels of a guild in which the persons 1, 2 and 3 write. */
export class ChannelMessages {
  static readonly TEXT = '110';
  static readonly OTHER = '111';

  private constructor(
    private readonly store: Store,
    readonly guild: GuildState,
  ) {}

  static async create(store: Store): Promise<ChannelMessages> {
    await addAccounts(store, '1', '2', '3');
    const channels = [channel(ChannelMessages.TEXT), channel(ChannelMessages.OTHER)];
    const members = [member('2'), member('3')];
    return new ChannelMessages(store, await addGuild(store, '100', { channels, members }));
  }

  change(...changes: MessageChange[]): Promise<void> {
    return changeGuild(this.store, this.guild, changes);
  }

  /** Posts messages of the person 1. */
  async post(ids: readonly string[], channelId = ChannelMessages.TEXT): Promise<void> {
    await this.change(...ids.map((id) => ({ kind: 'message', message: message(id, channelId) }) as const));
  }

  react(messageId: string, userId: string, name: string, reactedAt: number): Promise<void> {
    const emoji = { id: null, name };
    return this.change({ kind: 'reaction', reaction: { messageId, userId, emoji, reactedAt } });
  }
}
