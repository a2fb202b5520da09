import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Store } from '#guildhall/store/store.js';
import { type DatabaseServer, noPostgres, sharedPostgres } from '../../helpers/postgres/postgres-server.js';
import { assertStoredOr } from '../contract/conflicts.js';
import {
  account,
  addAccounts,
  addGame,
  addGuild,
  authorization,
  changeGuild,
  code,
  grant,
  loadGuild,
  newGuild,
  renamed,
  token,
} from '../contract/fixtures.js';
import { openNode } from './support/open-node.js';

/** How often nodes compete; each time is another chance for both to decide before either commits. */
const ROUNDS = 25;

describe('Several nodes on one database', { skip: noPostgres }, () => {
  let server: DatabaseServer;
  let database: string;
  let nodes: Store[] = [];

  before(async () => {
    server = await sharedPostgres();
  });
  beforeEach(async () => {
    database = await server.takeDatabase();
    // At the same time, as after an update of all nodes: one makes the tables.
    nodes = await Promise.all([1, 2, 3].map(() => openNode(server.settings(database))));
  });
  afterEach(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await server.returnDatabase(database);
  });

  const first = () => nodes[0] ?? assert.fail('no node is open');
  /** Does the same on each node at once. */
  const compete = (task: (node: Store, index: number) => Promise<unknown>) =>
    Promise.allSettled(nodes.map(task));

  test('store one account with a name', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const results = await compete((node, index) => {
        const id = String(round * 10 + index);
        const made = account(id, { username: `name ${round}` });
        return node.accounts.create({ account: made, token: token(`token ${id}`, id) });
      });
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      await assertStoredOr(results, 'taken');
    }
  });

  test('repeat what conflicts until the other is on the disk, however slow that is', async () => {
    // In microseconds: changes are committed, and visible to nobody, for that long.
    const slow = server.settings(database, '-c commit_delay=50000 -c commit_siblings=0');
    const slowNodes = await Promise.all([1, 2, 3].map(() => openNode(slow)));
    try {
      const results = await Promise.allSettled(
        slowNodes.map((node, index) => {
          const made = account(String(index + 1), { username: 'same' });
          return node.accounts.create({ account: made, token: token(`token ${index}`, made.id) });
        }),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      await assertStoredOr(results, 'taken');
    } finally {
      await Promise.all(slowNodes.map((node) => node.close()));
    }
  });

  test('enforce a limit that each of them checks', async () => {
    await addAccounts(first(), '1');
    const conditions = [{ conflict: 'guildsOfUser', userId: '1', atMost: 9 }] as const;
    const results: PromiseSettledResult<unknown>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      const made = await compete((node, index) =>
        node.guilds.create(newGuild(String(round * 1000 + index), { conditions })),
      );
      results.push(...made);
    }
    assert.equal(await first().guilds.countOfUser('1'), 10);
    await assertStoredOr(results, 'guildsOfUser');
  });

  test('use a code once', async () => {
    const game = await addGame(first());
    const given = grant('70', game.id);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const used = code(`code ${round}`, given);
      const { authorizations } = first();
      const grantBefore = await authorizations.grantById(given.id);
      await authorizations.authorize(authorization(game, given, { grantBefore, code: used }));
      const results = await compete((node, index) =>
        node.authorizations.consumeCode(used, [
          token(`token of ${round} ${index}`, '1', {
            kind: 'access',
            grantId: given.id,
            applicationId: game.id,
          }),
        ]),
      );
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
      await assertStoredOr(results, 'used');
    }
  });

  test('refuse changes of a guild that was changed by another node', async () => {
    await addAccounts(first(), '1');
    await addGuild(first(), '100');
    for (let round = 1; round <= ROUNDS; round += 1) {
      const results = await compete(async (node, index) => {
        const guild = await loadGuild(node, '100');
        await changeGuild(node, guild, [renamed(guild, `round ${round} of ${index}`)]);
        return index;
      });
      const stored = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
      assert.ok(stored.length > 0, 'one of them is stored');
      await assertStoredOr(results, 'version');
    }
    const { version } = await loadGuild(first(), '100');
    assert.ok(version > ROUNDS, `version ${version}`);
  });
});
