import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import { systemClock } from '#guildhall/platform/clock.js';
import { type CopySource, pagesOf } from '#guildhall/store/copy/copy-rows.js';
import { copyStore } from '#guildhall/store/copy/copy-store.js';
import { openPostgresSource, openPostgresTarget } from '#guildhall/store/postgres/copy-access.js';
import type { Reader } from '#guildhall/store/sql/reader.js';
import { TABLE_NAMES } from '#guildhall/store/sql/tables.js';
import { put, remove } from '#guildhall/store/sql/writes.js';
import { openSqliteSource, openSqliteTarget } from '#guildhall/store/sqlite/copy-access.js';
import { openStore } from '#guildhall/store/sqlite/open-store.js';
import type { Store } from '#guildhall/store/store.js';
import { channel } from '../../guilds/worlds.js';
import { type DatabaseServer, noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import {
  account,
  addAccounts,
  addApplication,
  addGuild,
  authorization,
  changeGuild,
  grant,
  message,
  token,
} from '../contract/fixtures.js';
import { CHANGES } from '../contract/guild-values.js';
import { openNode } from '../postgres/support/open-node.js';
import { userRow } from '../sqlite/rows.js';

/** More than a page of them is read at once. */
const PEOPLE = 1_200;

/** Stores something of every table that the fixtures know. */
async function fill(store: Store): Promise<void> {
  await addAccounts(store, '1', '2', '3');
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => {
      const id = String(1_000_000 + index);
      return store.accounts.create({ account: account(id), token: token(`token ${id}`, id) });
    }),
  );
  const game = await addApplication(store, '50');
  await store.authorizations.authorize(authorization(game, grant('70', '50')));
  const guild = await addGuild(store, '100', { channels: [channel('110')] });
  // The later ones remove what the earlier ones created.
  for (const [, changes] of CHANGES.slice(0, 12)) await changeGuild(store, guild, changes(guild));
  const other = await addGuild(store, '300', { channels: [channel('310')] });
  const content = `quotes ' " \\ {a,b} and 🎉`;
  await changeGuild(store, other, [{ kind: 'message', message: message('400', '310', { content }) }]);
}

/** All rows of a store, by table. */
async function rowsOf({ reader }: CopySource): Promise<Record<string, object[]>> {
  const found: Record<string, object[]> = {};
  for (const name of TABLE_NAMES) {
    const rows: object[] = [];
    for await (const page of pagesOf(reader, name)) rows.push(...page);
    found[name] = rows;
  }
  return found;
}

/** A source that fails after some reads, as a copy that is interrupted. */
function failingAfter({ reader }: CopySource, reads: number): CopySource {
  let left = reads;
  const values: Reader['values'] = (...args) => {
    if (left-- === 0) throw new TypeError('interrupted');
    return reader.values(...args);
  };
  return { reader: Object.assign(Object.create(reader) as Reader, { values }) };
}

const silent = () => undefined;

describe('A copy of a store', { skip: noPostgres }, () => {
  let server: DatabaseServer;
  let database: string;
  let folder: string;
  let source: Awaited<ReturnType<typeof openSqliteSource>>;

  before(async () => {
    server = await sharedPostgres();
  });
  beforeEach(async () => {
    database = await server.takeDatabase();
    folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
    const path = join(folder, 'store.db');
    const store = await openStore(path, (error) => assert.fail(String(error)));
    await fill(store);
    await store.close();
    source = await openSqliteSource(path);
  });
  afterEach(async () => {
    await source.close();
    await server.returnDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  const openTarget = () => openPostgresTarget(server.settings(database), systemClock);

  test('has every row, there and back', async () => {
    const original = await rowsOf(source);
    for (const name of [
      'users',
      'tokens',
      'guilds',
      'channels',
      'members',
      'messages',
      'invites',
      'grants',
    ]) {
      assert.notEqual(original[name]?.length, 0, name);
    }
    const target = await openTarget();
    const summary = await copyStore(source, target, silent);
    await target.complete();
    await target.close();
    const count = Object.values(original).flat().length;
    assert.deepEqual(summary, { written: count, compared: count, corrected: 0 });

    const copied = await openPostgresSource(server.settings(database));
    const back = await openSqliteTarget(join(folder, 'back.db'));
    await copyStore(copied, back, silent);
    assert.deepEqual(await rowsOf(back), original);
    await back.close();
    await copied.close();
  });

  test('continues where it was interrupted, and is not a store before it is complete', async () => {
    const total = Object.values(await rowsOf(source)).flat().length;
    let target = await openTarget();
    await assert.rejects(copyStore(failingAfter(source, 3), target, silent), /interrupted/);
    await target.close();
    await assert.rejects(openNode(server.settings(database)), /is not complete/);
    await assert.rejects(openPostgresSource(server.settings(database)), /is not complete/);
    target = await openTarget();
    const { written, compared } = await copyStore(source, target, silent);
    assert.ok(written > 0 && written < total, `${written} of ${total} rows`);
    assert.equal(compared, total);
    await target.complete();
    await target.close();
    const store = await openNode(server.settings(database));
    assert.equal((await store.accounts.people()).length, PEOPLE + 3);
    await store.close();
  });

  test('has rows corrected that differ, are missing or are too many', async () => {
    const target = await openTarget();
    await copyStore(source, target, silent);
    await target.writer.commit([
      put('users', userRow('2', { username: 'another' })),
      put('users', userRow('4')),
      remove('tokens', { hash: 'token 1000000' }),
    ]);
    const { corrected } = await copyStore(source, target, silent);
    assert.equal(corrected, 3);
    assert.deepEqual(await rowsOf(target), await rowsOf(source));
    await target.close();
  });

  test('names the row whose text PostgreSQL cannot store', async () => {
    const other = await openSqliteTarget(join(folder, 'with-nul.db'));
    await other.writer.commit([put('users', userRow('1')), put('users', userRow('2', { username: 'a\0b' }))]);
    const target = await openTarget();
    await assert.rejects(copyStore(other, target, silent), /username of the row "2" of users has .*U\+0000/);
    await target.close();
    await other.close();
  });

  test('does not replace a store', async () => {
    const store = await openNode(server.settings(database));
    await addAccounts(store, '1');
    await store.close();
    await assert.rejects(openTarget(), /already has a store/);
  });
});
