import { firstSnowflake, type Snowflake } from '#guildhall/protocol/snowflake.js';
import { Database } from '#guildhall/store/sqlite/database.js';

/** How many messages are inserted in one transaction. */
const BATCH = 500_000;
/** What a message and its entries in indexes take, in bytes. */
export const BYTES_OF_MESSAGE = 288;

export interface MessagesToAdd {
  readonly count: number;
  /** the messages are distributed over these channels in turn */
  readonly channels: readonly Snowflake[];
  /** and over these authors */
  readonly authors: readonly Snowflake[];
}

/**
 * Adds messages of the past to a store that is not open, one for each millisecond, without the durability that the
 * service has: a store of 10 GB is written in minutes.
 *
 * @returns the time of the first message, in milliseconds since the Unix epoch
 */
export async function addMessages(
  path: string,
  { count, channels, authors }: MessagesToAdd,
): Promise<number> {
  const database = await Database.open(path);
  try {
    await database.exec(`PRAGMA synchronous = OFF; PRAGMA cache_size = -200000;
      CREATE TEMP TABLE of_turn (turn INTEGER PRIMARY KEY, channel INTEGER, author INTEGER);`);
    await database.run(
      `INSERT INTO of_turn SELECT row.key, row.value->>0, row.value->>1 FROM json_each(?) AS row`,
      JSON.stringify(turns(channels, authors)),
    );
    const firstTime = Date.now() - count;
    for (let done = 0; done < count; done += BATCH) {
      await database.run(
        `INSERT INTO messages (id, channel_id, author_id, content, edited_at, tts, mention_everyone, mentions,
           mention_roles, pinned, type)
         WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ?1)
         SELECT CAST(?2 AS INTEGER) + (n << 22), channel, author,
           printf('%.*c', 190, char(97 + n % 26)) || n, NULL, 0, 0, '[]', '[]', 0, 0
         FROM number JOIN of_turn ON turn = n % (SELECT COUNT(*) FROM of_turn)`,
        Math.min(BATCH, count - done),
        firstSnowflake(firstTime + done),
      );
    }
    await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return firstTime;
  } finally {
    await database.close();
  }
}

/** Pairs of channel and author, so that each author writes in each channel. */
function turns(channels: readonly Snowflake[], authors: readonly Snowflake[]): (readonly Snowflake[])[] {
  return authors.flatMap((author) => channels.map((channel) => [channel, author]));
}
