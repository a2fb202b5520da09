import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sqlite3 from 'sqlite3';
import { put, type Write } from '#guildhall/store/sqlite/writes.js';
import { manyMembers } from '../api/support/fill.js';
import { rest } from '../helpers/service.js';
import { memberRow } from '../store/sqlite/rows.js';
import { BenchService } from './bench-service.js';

/**
 * The service of the bench of large guilds, in a process of its own: a guild of 100,000 members and one of 10. Told what
 * to do by messages from the bench.
 */
const MEMBERS = 100_000;
const SMALL = 10;

const service = await BenchService.start();
const large = service.guildId;
const { id: small } = (await rest(service.url, 'POST', '/guilds', service.bot, { name: 'Small' })) as {
  id: string;
};
const more: Write[] = Array.from({ length: SMALL - 1 }, (_, index) =>
  put('members', memberRow(small, String(1000 + index))),
);
await service.fill([...manyMembers(large, MEMBERS - 1), ...more]);

/** The same rows without the service: read with bare sqlite3 and made objects by JSON. @returns milliseconds */
function readBare(): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(service.databasePath, sqlite3.OPEN_READONLY);
    const columns = `json_object('user', json_object('id', CAST(u.id AS TEXT), 'username', u.username,
      'discriminator', u.discriminator, 'avatar', u.avatar, 'bot', u.bot), 'nick', m.nick, 'roles', json(m.roles),
      'joined_at', m.joined_at, 'deaf', m.deaf, 'mute', m.mute)`;
    const sql = `SELECT json_group_array(${columns}) AS rows FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.guild_id = ?`;
    database.get<{ rows: string }>(sql, large, (error, row) => {
      if (error !== null) return reject(error);
      const { length } = JSON.parse(row.rows) as unknown[];
      if (length !== MEMBERS) return reject(new RangeError(`${length} members`));
      const took = performance.now() - started;
      database.close(() => resolve(took));
    });
  });
}

/** Memory in use, in megabytes, after what can go is gone. */
async function memory(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let time = 0; time < 3; time += 1) {
    collect();
    await delay(200);
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const tell = () => ({
  url: service.url,
  bot: service.bot,
  botId: service.botId,
  large,
  small,
});

process.on('message', async (message) => {
  if (message === 'restart') {
    await service.fill([]);
    process.send?.(tell());
  } else if (message === 'bare') process.send?.(await readBare());
  else if (message === 'memory') process.send?.(await memory());
  else {
    await service.stop();
    process.exit(0);
  }
});
process.send?.(tell());
