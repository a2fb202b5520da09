import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Reader } from '../reader.js';
import type { UserActivityRow } from '../rows.js';

/** Reads of when users were last there. */
export class ActivityQueries {
  constructor(private readonly reader: Reader) {}

  /** of the members of a guild that were ever seen */
  ofGuild(guildId: Snowflake): Promise<UserActivityRow[]> {
    return this.reader.rows(
      'user_activity',
      'FROM user_activity JOIN members ON members.user_id = user_activity.user_id WHERE members.guild_id = ?',
      guildId,
    );
  }
}
