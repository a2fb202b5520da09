import { hashSecret } from '#guildhall/platform/crypto/secrets.js';
import { firstSnowflake, type Snowflake } from '#guildhall/protocol/snowflake.js';
import { Database } from '#guildhall/store/sqlite/database.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { addMessages, BYTES_OF_MESSAGE } from '../../store/sqlite/add-messages.js';

/** How much is in a store. */
export interface StoreSize {
  readonly guilds: number;
  /** of the first guild, besides the bot */
  readonly members: number;
  /** of the messages in the first guild, in bytes */
  readonly messageBytes: number;
}

/** How many people have a token each. */
export const PEOPLE_WITH_TOKENS = 1_000;
const BOT = '900';
const FIRST_GUILD = 100_000_000;
const FIRST_PERSON = 1_000_000;
/** The first three ids of a guild are its own, that of its text channel and that of its voice channel. */
const IDS_OF_GUILD = 10;
const CHANNELS_WITH_MESSAGES = 50;
const AUTHORS = 100;
/** The bot is a member of so many guilds; it owns the first one. */
const GUILDS_OF_BOT = 5;

export const BOT_TOKEN = 'bot';
export const tokenOf = (person: number) => `person-${person}`;
export const guildId = (index: number) => String(FIRST_GUILD + index * IDS_OF_GUILD);
/** The text channel of a guild without messages. */
export const channelOf = (guild: string) => String(Number(guild) + 1);
export const voiceChannelOf = (guild: string) => String(Number(guild) + 2);
export const personId = (index: number) => String(FIRST_PERSON + index);
export const channelWithMessages = (index: number) => String(2_000 + (index % CHANNELS_WITH_MESSAGES));

/** What requests to a store name. */
export interface WrittenStore {
  readonly path: string;
  readonly size: StoreSize;
  /** ids between those of the messages, evenly distributed */
  messageIds(count: number): Snowflake[];
}

/** Writes a store of a size with SQL: through the service it would take hours. */
export async function writeStore(path: string, size: StoreSize): Promise<WrittenStore> {
  await (await openStore(path, reportError)).close();
  const database = await Database.open(path);
  try {
    await database.exec(`PRAGMA synchronous = OFF; BEGIN; ${guildsSql(size)}; COMMIT`);
    await addTokens(database);
    await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    await database.close();
  }
  const count = Math.floor(size.messageBytes / BYTES_OF_MESSAGE);
  const first = await addMessages(path, {
    count,
    channels: Array.from({ length: CHANNELS_WITH_MESSAGES }, (_, index) => channelWithMessages(index)),
    authors: Array.from({ length: AUTHORS }, (_, index) => personId(index)),
  });
  const messageIds = (wanted: number) =>
    Array.from({ length: wanted }, (_, index) => firstSnowflake(first + ((index + 0.5) * count) / wanted));
  return { path, size, messageIds };
}

function reportError(error: unknown): void {
  throw error;
}

function guildsSql({ guilds, members }: StoreSize): string {
  const people = Math.max(PEOPLE_WITH_TOKENS, members);
  const guild = `${FIRST_GUILD} + n * ${IDS_OF_GUILD}`;
  const channel = 'INSERT INTO channels (id, guild_id, type, name, position, nsfw, permission_overwrites)';
  const member = 'INSERT OR IGNORE INTO members (guild_id, user_id, roles, joined_at, deaf, mute)';
  const user = 'INSERT INTO users (id, username, discriminator, bot, mfa_enabled, verified)';
  return [
    `${user} ${numbers(people)} SELECT ${FIRST_PERSON} + n, 'user ' || n, '0001', 0, 0, 1 FROM number`,
    `${user} VALUES (${BOT}, 'bot', '0001', 1, 0, 1)`,
    `INSERT INTO guilds (id, version, name, owner_id, region, afk_timeout, embed_enabled, verification_level,
       default_message_notifications, explicit_content_filter, features, mfa_level, widget_enabled)
     ${numbers(guilds)} SELECT ${guild}, 1, 'guild ' || n, iif(n = 0, ${BOT}, ${FIRST_PERSON}), 'us-west', 300, 0, 0,
       0, 0, '[]', 0, 0 FROM number`,
    `INSERT INTO roles (id, guild_id, name, color, hoist, position, permissions, managed, mentionable)
     ${numbers(guilds)} SELECT ${guild}, ${guild}, '@everyone', 0, 0, 0, 104324161, 0, 0 FROM number`,
    `${channel} ${numbers(guilds)} SELECT ${guild} + 1, ${guild}, 0, 'talk', 0, 0, '[]' FROM number`,
    `${channel} ${numbers(guilds)} SELECT ${guild} + 2, ${guild}, 2, 'voice', 1, 0, '[]' FROM number`,
    `${channel} ${numbers(CHANNELS_WITH_MESSAGES)}
     SELECT ${channelWithMessages(0)} + n, ${FIRST_GUILD}, 0, 'history', 2 + n, 0, '[]' FROM number`,
    `${member} ${numbers(guilds)} SELECT ${guild}, ${FIRST_PERSON} + n % ${PEOPLE_WITH_TOKENS}, '[]', 1000, 0, 0
     FROM number`,
    `${member} ${numbers(Math.min(guilds, GUILDS_OF_BOT))} SELECT ${guild}, ${BOT}, '[]', 1000, 0, 0 FROM number`,
    `${member} ${numbers(members)} SELECT ${FIRST_GUILD}, ${FIRST_PERSON} + n, '[]', 1000, 0, 0 FROM number`,
  ].join(';\n');
}

/** A table `number` with a column `n` from 0 on. */
function numbers(count: number): string {
  return `WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n + 1 < ${count})`;
}

async function addTokens(database: Database): Promise<void> {
  const people = Array.from({ length: PEOPLE_WITH_TOKENS }, (_, index) => [
    hashSecret(tokenOf(index)),
    'person',
    personId(index),
  ]);
  await database.run(
    `INSERT INTO tokens (hash, kind, user_id, scopes, created_at)
     SELECT value->>0, value->>1, value->>2, '[]', 0 FROM json_each(?)`,
    JSON.stringify([...people, [hashSecret(BOT_TOKEN), 'bot', BOT]]),
  );
}
