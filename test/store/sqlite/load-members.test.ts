import assert from 'node:assert/strict';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { MEMBERS_OF_PAGE } from '#guildhall/store/sql/load-guild.js';
import { put } from '#guildhall/store/sql/writes.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import { SqliteReader } from '#guildhall/store/sqlite/reader.js';
import { withTemporaryFolder } from '../../helpers/temporary-folder.js';
import { addAccounts, addGuild } from '../contract/fixtures.js';
import { memberRow, userRow } from './rows.js';
import { writeRows } from './write-rows.js';

test('a large guild is loaded whole, in pages', async () => {
  await withTemporaryFolder(async (folder) => {
    const path = join(folder, 'guildhall.db');
    const created = await openStore(path, assert.ifError);
    await addAccounts(created, '1');
    await addGuild(created, '100');
    await created.close();
    const ids = Array.from({ length: 2 * MEMBERS_OF_PAGE }, (_, index) => String(1000 + index));
    await writeRows(
      path,
      ids.flatMap((id) => [put('users', userRow(id)), put('members', memberRow('100', id))]),
    );
    const store = await openStore(path, assert.ifError);
    const rows = mock.method(SqliteReader.prototype, 'rows');
    const loaded = await store.guilds.load('100');
    await store.close();
    assert.deepEqual([...(loaded?.state.members.keys() ?? [])], ['1', ...ids]);
    assert.deepEqual(new Set(loaded?.accounts.map(({ id }) => id)), new Set(['1', ...ids]));
    const results = await Promise.all(rows.mock.calls.map(({ result }) => result));
    const lengths = results.map((result) => (Array.isArray(result) ? result.length : 0));
    assert.equal(Math.max(...lengths), MEMBERS_OF_PAGE);
  });
});
