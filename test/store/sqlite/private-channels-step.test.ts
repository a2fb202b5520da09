import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Database } from '#guildhall/store/sqlite/database.js';
import { migrate } from '#guildhall/store/sqlite/schema/migrate.js';
import { SCHEMA_STEPS } from '#guildhall/store/sqlite/schema/steps.js';

/** The steps of the schema before private channels. */
const BEFORE = 12;

test('the private channels step preserves channels, messages and cascading removal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-private-channels-'));
  const database = await Database.open(join(folder, 'guildhall.db'));
  const ids = (table: string) => database.all(`SELECT id FROM ${table} ORDER BY id`);
  try {
    await database.exec('PRAGMA foreign_keys = ON');
    await migrate(database, SCHEMA_STEPS.slice(0, BEFORE));
    await database.exec(`
      INSERT INTO users VALUES (1, 'ada', '0001', NULL, 0, 0, 1, NULL, NULL);
      INSERT INTO guilds SELECT value, 1, 'guild', NULL, NULL, 1, 'europe', NULL, 300, 0, NULL, 0, 0, 0, '[]', 0, NULL, 0, NULL, NULL
        FROM json_each('[10, 11]');
      INSERT INTO channels (id, guild_id, type, name, position, nsfw, permission_overwrites)
        VALUES (20, 10, 0, 'first', 0, 0, '[]'), (21, 11, 0, 'second', 0, 0, '[]');
      INSERT INTO messages (id, channel_id, author_id, content, tts, mention_everyone, mentions, mention_roles, pinned, type)
        VALUES (30, 20, 1, 'hi', 0, 0, '[]', '[]', 0, 0), (31, 21, 1, 'hi', 0, 0, '[]', '[]', 0, 0)`);
    await migrate(database, SCHEMA_STEPS);
    assert.deepEqual(await database.all('SELECT id, guild_id FROM channels ORDER BY id'), [
      { id: 20, guild_id: 10 },
      { id: 21, guild_id: 11 },
    ]);
    assert.deepEqual(await ids('messages'), [{ id: 30 }, { id: 31 }]);
    await database.exec('DELETE FROM guilds WHERE id = 10');
    assert.deepEqual(await ids('channels'), [{ id: 21 }]);
    assert.deepEqual(await ids('messages'), [{ id: 31 }]);
    assert.deepEqual(await database.all('PRAGMA foreign_key_check'), []);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
