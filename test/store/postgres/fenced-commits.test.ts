import assert from 'node:assert/strict';
import { applyChanges } from '#guildhall/guilds/changes.js';
import type { GuildState } from '#guildhall/guilds/state.js';
import type { Fence } from '#guildhall/store/cluster.js';
import { ConflictError } from '#guildhall/store/errors.js';
import type { Store } from '#guildhall/store/store.js';
import { addGuild, loadGuild, renamed } from '../contract/fixtures.js';
import { clusterOf, describeNodes, epochOf, GUILD } from './support/two-nodes.js';

/** Renames the guild as the owner with an epoch does. */
function rename(store: Store, guild: GuildState, name: string, fence: Partial<Fence>): Promise<void> {
  const expectedVersion = guild.version;
  const changes = [renamed(guild, name)];
  applyChanges(guild, changes);
  const whole = { epoch: 1, entry: null, request: null, ...fence };
  return store.guilds.save({ guild, expectedVersion, changes, conditions: [], fence: whole });
}

const entry = (sequence: number) => ({ guildId: GUILD, sequence, text: `entry ${sequence}` });

const isConflict = (conflict: string) => (error: unknown) =>
  error instanceof ConflictError && error.conflict === conflict;

describeNodes('Commits of nodes that share a PostgreSQL store', (nodesTest) => {
  nodesTest('a commit with an earlier epoch changes nothing', async ({ first, second }) => {
    const stale = await loadGuild(first, GUILD);
    const { ownership } = clusterOf(first);
    await ownership.take(GUILD, 'node-1');
    await rename(first, stale, 'by node 1', { entry: entry(1) });
    assert.equal(epochOf(await clusterOf(second).ownership.take(GUILD, 'node-2')), 2);
    const request = { key: 'key-1', reply: 'reply' };
    await assert.rejects(rename(first, stale, 'stale', { entry: entry(2), request }), isConflict('owner'));
    assert.equal((await loadGuild(second, GUILD)).settings.name, 'by node 1');
    assert.equal(await clusterOf(second).replies.find('key-1'), null);
    assert.deepEqual(await clusterOf(second).entries.after(GUILD, 0, 10), [entry(1)]);
  });

  nodesTest('a refused commit does not affect other guilds in its transaction', async ({ first }) => {
    const guild = await addGuild(first, '11');
    await clusterOf(first).ownership.take('11', 'node-1');
    const results = await Promise.allSettled([
      rename(first, await loadGuild(first, GUILD), 'not taken', { entry: entry(1) }),
      rename(first, guild, 'taken', { entry: { ...entry(1), guildId: '11' } }),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
  });

  nodesTest(
    'entries are numbered without gaps, and others see the newest number',
    async ({ first, second }) => {
      const guild = await loadGuild(first, GUILD);
      const { entries, ownership } = clusterOf(first);
      await ownership.take(GUILD, 'node-1');
      await Promise.all(
        [1, 2, 3].map((each) => rename(first, guild, `name ${each}`, { entry: entry(each) })),
      );
      await assert.rejects(rename(first, guild, 'gap', { entry: entry(5) }), isConflict('owner'));
      assert.deepEqual(await entries.after(GUILD, 0, 2), [entry(1), entry(2)]);
      assert.deepEqual(await entries.after(GUILD, 2, 2), [entry(3)]);
      assert.deepEqual(await clusterOf(second).entries.heads([GUILD, '99']), new Map([[GUILD, 3]]));
      assert.deepEqual(await ownership.take(GUILD, 'node-1'), { kind: 'taken', epoch: 2, sequence: 3 });
    },
  );

  nodesTest('a key is stored with the change, and refused the second time', async ({ first, second }) => {
    const guild = await loadGuild(first, GUILD);
    await clusterOf(first).ownership.take(GUILD, 'node-1');
    const request = { key: 'key-1', reply: 'reply' };
    await rename(first, guild, 'first', { request });
    assert.equal(await clusterOf(second).replies.find('key-1'), 'reply');
    await assert.rejects(rename(first, guild, 'second', { request }), isConflict('repeated'));
    assert.equal((await loadGuild(second, GUILD)).settings.name, 'first');
  });

  nodesTest('what is older than its time is removed, and nothing else', async ({ connect, first }) => {
    const guild = await loadGuild(first, GUILD);
    const { entries, ownership, replies, removeExpired } = clusterOf(first);
    await ownership.take(GUILD, 'node-1');
    await rename(first, guild, 'old', { entry: entry(1), request: { key: 'old', reply: '' } });
    const connection = await connect();
    await connection.exec(`UPDATE guild_entries SET stored_at = now() - interval '11 minutes';
      UPDATE request_replies SET stored_at = now() - interval '6 minutes';
      INSERT INTO guild_owners (guild_id, node, epoch, taken_at) VALUES
        (98, 'node-1', 1, now() - interval '61 minutes'), (99, 'node-1', 1, now())`);
    await rename(first, guild, 'new', { entry: entry(2), request: { key: 'new', reply: '' } });
    await removeExpired();
    assert.deepEqual(await entries.after(GUILD, 0, 10), [entry(2)]);
    assert.deepEqual([await replies.find('old'), await replies.find('new')], [null, '']);
    const owners = await connection.query('SELECT guild_id::text AS id FROM guild_owners ORDER BY guild_id');
    assert.deepEqual(owners, [{ id: GUILD }, { id: '99' }]);
    await connection.close();
  });
});
