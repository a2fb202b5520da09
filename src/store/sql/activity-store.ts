import type { Snowflake } from '../../protocol/snowflake.js';
import type { ActivityStore } from '../guilds.js';
import type { Reader } from './reader.js';
import type { Writer } from './writer.js';
import { put } from './writes.js';

/** The time of each user's last activity, in the table `user_activity`. */
export class SqlActivityStore implements ActivityStore {
  constructor(
    private readonly reader: Reader,
    private readonly writer: Writer,
  ) {}

  async ofGuild(guildId: Snowflake): Promise<ReadonlyMap<Snowflake, number>> {
    const rows = await this.reader.rows(
      'user_activity',
      'FROM user_activity JOIN members ON members.user_id = user_activity.user_id WHERE members.guild_id = ?',
      guildId,
    );
    return new Map(rows.map(({ userId, seenAt }) => [userId, seenAt]));
  }

  save(seenAt: ReadonlyMap<Snowflake, number>): Promise<void> {
    return this.writer.commit(
      [...seenAt].map(([userId, time]) => put('user_activity', { userId, seenAt: time })),
    );
  }
}
