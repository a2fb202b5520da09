import Type from 'typebox';
import { OnDemand } from '../../platform/async/on-demand.js';
import { validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildAtEntry, SharedGuildStore } from '../cluster.js';
import { loadGuild } from '../sql/load-guild.js';
import { type Connection, checkRows, isConnectionLost } from './connection.js';
import { PostgresReader } from './reader.js';
import { readVoiceStates } from './voice-states.js';

const SEQUENCE = 'SELECT sequence FROM guild_owners WHERE guild_id = $1::bigint';

const sequenceRows = validator(Type.Array(Type.Object({ sequence: Type.Number() }), { maxItems: 1 }));

/**
 * Reads guilds in transactions, over a separate connection: other statements must not become part of them. One guild is
 * read after the other.
 */
export class PostgresSharedGuilds implements SharedGuildStore {
  #connection: OnDemand<Connection>;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly open: () => Promise<Connection>) {
    this.#connection = new OnDemand(open);
  }

  load(guildId: Snowflake): Promise<GuildAtEntry | null> {
    const loaded = this.#turn
      .then(() => this.#loadOnce(guildId))
      .catch((error: unknown) => {
        // It is read again over another connection.
        if (!isConnectionLost(error)) throw error;
        return this.#loadOnce(guildId);
      });
    this.#turn = loaded.catch(() => undefined);
    return loaded;
  }

  async close(): Promise<void> {
    await this.#turn;
    await (await this.#connection.ifMade())?.close();
  }

  async #loadOnce(guildId: Snowflake): Promise<GuildAtEntry | null> {
    if ((await this.#connection.ifMade())?.isLost) this.#connection = new OnDemand(this.open);
    const connection = await this.#connection.get();
    try {
      await connection.exec('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const guild = await readGuild(connection, guildId);
      await connection.exec('COMMIT');
      return guild;
    } catch (error) {
      // Also ends the transaction.
      this.#connection = new OnDemand(this.open);
      await connection.close();
      throw error;
    }
  }
}

async function readGuild(connection: Connection, guildId: Snowflake): Promise<GuildAtEntry | null> {
  const [stored, voiceStates, found] = await Promise.all([
    loadGuild(new PostgresReader(connection), guildId),
    readVoiceStates(connection, guildId),
    connection.query(SEQUENCE, [guildId], 'objects'),
  ]);
  if (stored === null) return null;
  const [row] = checkRows(sequenceRows, found, 'guild_owners');
  const { accounts, state } = stored;
  return { accounts, state: { ...state, voiceStates }, sequence: row?.sequence ?? 0 };
}
