import { once } from 'node:events';
import sqlite3 from 'sqlite3';
import { put } from '#guildhall/store/sql/writes.js';
import { manyMembers } from '../../api/support/fill.js';
import { rest } from '../../helpers/service.js';
import { memberRow } from '../../store/sqlite/rows.js';
import { BenchService } from './bench-service.js';
import type { ServiceOptions, ToldOfService } from './service.js';

/** The service without the rest of the daemon, in a separate process, with a guild and a small one. */
const SMALL = 10;

const [{ changesOfCommit, members }] = (await once(process, 'message')) as [ServiceOptions];
const service = await BenchService.start({
  ...(changesOfCommit !== undefined && { changesOfCommit }),
});
const { id: smallGuildId } = (await rest(service.url, 'POST', '/guilds', service.bot, { name: 'Small' })) as {
  id: string;
};
if (members !== undefined) {
  await service.fill([
    ...manyMembers(service.guildId, members - 1),
    ...Array.from({ length: SMALL - 1 }, (_, index) =>
      put('members', memberRow(smallGuildId, String(1000 + index))),
    ),
  ]);
}

/** Reads the members of the guild without the service, with bare sqlite3 and JSON. @returns milliseconds */
function readBare(): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(service.databasePath, sqlite3.OPEN_READONLY);
    const columns = `json_object('user', json_object('id', CAST(u.id AS TEXT), 'username', u.username,
      'discriminator', u.discriminator, 'avatar', u.avatar, 'bot', u.bot), 'nick', m.nick, 'roles', json(m.roles),
      'joined_at', m.joined_at, 'deaf', m.deaf, 'mute', m.mute)`;
    const sql = `SELECT json_group_array(${columns}) AS rows FROM members m JOIN users u ON u.id = m.user_id
      WHERE m.guild_id = ?`;
    database.get<{ rows: string }>(sql, service.guildId, (error, row) => {
      if (error !== null) return reject(error);
      const { length } = JSON.parse(row.rows) as unknown[];
      if (length !== members) return reject(new RangeError(`${length} members`));
      const took = performance.now() - started;
      database.close(() => resolve(took));
    });
  });
}

function tell(): ToldOfService {
  const { bot, botId, guildId, url } = service;
  return { bot, botId, guildId, smallGuildId, url };
}

process.on('message', async (message) => {
  if (message === 'restart') {
    await service.fill([]);
    process.send?.(tell());
  } else process.send?.(await readBare());
});
process.once('disconnect', async () => {
  await service.stop();
  process.exit(0);
});
process.send?.(tell());
