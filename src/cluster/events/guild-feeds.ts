import type { Clock } from '../../platform/clock.js';
import { SingleFlight } from '../../platform/coalesce.js';
import type { Unsubscribe } from '../../platform/events.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildEntry, GuildEntryStore } from '../../store/cluster.js';
import type { Bus } from '../bus/bus.js';
import { entrySubject, readEntryMessage } from './entry-message.js';
import { GuildFeed } from './guild-feed.js';

/** The interval at which lost messages are looked for, in milliseconds. */
const LOOK_MS = 2000;

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
 * (docs/adr/0078-events-across-nodes.md).
 */
export class GuildFeeds implements Component {
  readonly #followed = new Set<Followed>();
  readonly #looking = new SingleFlight<'all', void>();
  readonly #cancel: () => void;

  constructor(private readonly options: GuildFeedsOptions) {
    const look = () => this.#look([...this.#followed]);
    this.#cancel = options.clock.every(LOOK_MS, () => void this.#looking.run('all', look));
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
    void this.#look([followed]);
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
    this.#cancel();
    for (const { feed, unsubscribe } of this.#followed) {
      feed.stop();
      unsubscribe();
    }
    this.#followed.clear();
  }

  /** Never throws. */
  async #look(followed: readonly Followed[]): Promise<void> {
    if (followed.length === 0) return;
    const guildIds = [...new Set(followed.map(({ feed }) => feed.guildId))];
    try {
      const heads = await this.options.entries.heads(guildIds);
      for (const { feed } of followed) feed.reached(heads.get(feed.guildId) ?? 0);
    } catch (error) {
      this.options.log.warn({ err: error }, 'failed to look for missing entries of guilds');
    }
  }
}
