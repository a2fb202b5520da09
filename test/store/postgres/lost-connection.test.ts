import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Clock } from '#guildhall/platform/clock.js';
import { OutcomeUnknownError, StoreError } from '#guildhall/store/errors.js';
import { readConnectionUrl } from '#guildhall/store/postgres/connection-settings.js';
import type { Store } from '#guildhall/store/store.js';
import { noPostgres, PostgresServer } from '../../helpers/postgres/postgres-server.js';
import {
  account,
  addAccounts,
  addGuild,
  changeGuild,
  loadGuild,
  renamed,
  token,
} from '../contract/fixtures.js';
import { CuttingProxy } from './support/cutting-proxy.js';
import { openNode } from './support/open-node.js';

/** Each reading of the time is a second later than the one before, and timers end at once. */
function hastyClock(): Clock {
  let now = 1_000_000;
  return {
    now: () => (now += 1_000),
    after: (_ms, callback) => {
      const timer = setImmediate(callback);
      return () => clearImmediate(timer);
    },
    every: () => () => undefined,
  };
}

describe('A connection that is lost', { skip: noPostgres }, () => {
  let server: PostgresServer;
  let folder: string;
  let database: string;
  let proxy: CuttingProxy;
  let store: Store;
  const errors: unknown[] = [];

  before(async () => {
    server = await PostgresServer.startOwn();
  });
  after(() => server.stop());
  beforeEach(async () => {
    errors.length = 0;
    folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'));
    database = await server.takeDatabase();
    proxy = await CuttingProxy.start(folder, server.folder);
    const url = `postgres://guildhall@localhost/${database}?host=${encodeURIComponent(folder)}`;
    store = await openNode(readConnectionUrl(url), {
      clock: hastyClock(),
      onError: (error) => errors.push(error),
    });
    await addAccounts(store, '1');
  });
  afterEach(async () => {
    await store.close();
    await proxy.stop();
    await server.returnDatabase(database);
    await rm(folder, { recursive: true, force: true });
  });

  const create = (id: string) =>
    store.accounts.create({ account: account(id), token: token(`token ${id}`, id) });
  const rename = async (username: string) => {
    const [before] = await store.accounts.byIds(['1']);
    assert.ok(before);
    await store.accounts.change(before, { ...before, username });
  };
  const names = async () => (await store.accounts.people()).map(({ username }) => username);

  test('after a commit succeeded does not fail it', async () => {
    const guild = await addGuild(store, '100');
    proxy.cutNext('after-commit');
    // A repetition would find another version.
    await changeGuild(store, guild, [renamed(guild, 'first')]);
    await changeGuild(store, guild, [renamed(guild, 'second')]);
    const { settings, version } = await loadGuild(store, '100');
    assert.deepEqual([settings.name, version], ['second', 3]);
    assert.deepEqual(errors, []);
  });

  test('before a commit arrived repeats it', async () => {
    proxy.cutNext('before-commit');
    await create('2');
    await create('3');
    assert.deepEqual(await names(), ['user 1', 'user 2', 'user 3']);
    assert.deepEqual(errors, []);
  });

  test('stops a transaction that arrives late', async () => {
    proxy.cutNext('held');
    await rename('of the transaction that was held');
    await rename('later');
    const answer = await proxy.release();
    assert.match(answer, /GH002/);
    assert.deepEqual(await names(), ['later']);
  });

  test('leaves the outcome unknown if the database no longer answers', async () => {
    proxy.cutNext('after-commit');
    proxy.refuse();
    await assert.rejects(create('2'), OutcomeUnknownError);
    assert.ok(errors[0] instanceof OutcomeUnknownError);
    await assert.rejects(
      create('3'),
      (error) => error instanceof StoreError && !(error instanceof OutcomeUnknownError),
    );
  });

  test('because the server stopped fails changes until it is back', async () => {
    await server.kill();
    await assert.rejects(create('2'), StoreError);
    await server.resume();
    await create('3');
    assert.deepEqual((await store.accounts.people()).at(-1)?.id, '3');
  });
});
