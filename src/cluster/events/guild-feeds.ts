import type { Unsubscribe } from '../../platform/async/events.js';
import { RepeatedTask } from '../../platform/async/repeated-task.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry, GuildEntryStore } from '../../store/cluster.js';
import type { Bus } from '../bus/bus.js';
import { entrySubject, readEntryMessage } from './entry-message.js';
import { GuildFeed } from './guild-feed.js';

/** The interval at which the store is polled for what messages have lost, in milliseconds. */
const POLL_MS = 2000;

export interface GuildFeedsOptions {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly entries: GuildEntryStore;
  readonly clock: Pick<Clock, 'after' | 'every'>;
  readonly log: Logger;
}

/** What follows a guild. */
export interface Follower {
  /** called for each entry, once and in order */
  deliver(entry: GuildEntry): void;
  /** called once if entries are no longer stored: the guild has to be loaded again */
  expired(): void;
}

interface Followed {
  readonly feed: GuildFeed;
  readonly unsubscribe: Unsubscribe;
}

/**
 * The guilds that this node follows. Entries arrive over the bus; every two seconds the store is asked, in one question for
 * all guilds, whether messages were lost, so without the bus events arrive later and nothing else
 * (docs/adr/0046-events-across-nodes.md).
 */
export class GuildFeeds implements Component {
  readonly #followed = new Set<Followed>();
  readonly #polling: RepeatedTask;

  constructor(private readonly options: GuildFeedsOptions) {
    this.#polling = new RepeatedTask(options.clock, POLL_MS, () => this.#poll([...this.#followed]));
  }

  /**
   * Follows a guild.
   *
   * @param position the number of the last entry that is already known, e.g. that of the guild as it was loaded
   */
  follow(guildId: Snowflake, position: number, { deliver, expired }: Follower): Unsubscribe {
    const { bus, clock, entries, log } = this.options;
    const feed = new GuildFeed({ guildId, position, entries, clock, log, deliver, expired });
    const unsubscribe = bus.subscribe(entrySubject(guildId), (text) => {
      const message = readEntryMessage(text);
      if (message === null || message.guildId !== guildId) return;
      if (message.text === null) feed.reached(message.sequence);
      else feed.received({ guildId, sequence: message.sequence, text: message.text });
    });
    const followed: Followed = { feed, unsubscribe };
    this.#followed.add(followed);
    // Entries between the position and the subscription.
    void this.#poll([followed]);
    return () => {
      feed.stop();
      unsubscribe();
      this.#followed.delete(followed);
    };
  }

  /** How many guilds are followed, and how many of their entries are stored and not delivered. */
  figures(): { readonly followedGuilds: number; readonly entriesBehind: number } {
    const followed = [...this.#followed];
    const entriesBehind = followed.reduce((sum, { feed }) => sum + feed.behind, 0);
    return { followedGuilds: followed.length, entriesBehind };
  }

  async stop(): Promise<void> {
    for (const { feed, unsubscribe } of this.#followed) {
      feed.stop();
      unsubscribe();
    }
    this.#followed.clear();
    await this.#polling.stop();
  }

  /** Never throws. */
  async #poll(followed: readonly Followed[]): Promise<void> {
    if (followed.length === 0) return;
    const guildIds = [...new Set(followed.map(({ feed }) => feed.guildId))];
    try {
      const before = followed.map(({ feed }) => feed.position);
      const heads = await this.options.entries.heads(guildIds);
      for (const [index, { feed }] of followed.entries()) {
        feed.stored(heads.get(feed.guildId) ?? 0, before[index] ?? 0);
      }
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to poll for missing entries of guilds');
    }
  }
}
