import assert from 'node:assert/strict';
import type { Connection } from '#guildhall/store/postgres/connection.js';
import { eventually } from '../../helpers/eventually.js';
import type { ClusterLoad } from './cluster-load.js';
import type { ClusterUnderFaults } from './cluster-under-faults.js';
import type { ReceivedEntry } from './node-under-faults.js';

/** How much longer than others the wait for all events may take. */
const EVENTS_SHARE = 3;

/** Compares what a cluster has with what it acknowledged, while nothing is changed. */
export async function checkCluster(cluster: ClusterUnderFaults, load: ClusterLoad): Promise<void> {
  const connection = await cluster.connect();
  try {
    for (const guildId of cluster.guildIds) {
      const stored = await checkReceived(connection, cluster, guildId);
      assertAcknowledged(load.acknowledged.keys(guildId), stored);
      const rows = await connection.query('SELECT name FROM guilds WHERE id = $1', [guildId]);
      assert.deepEqual(rows, [{ name: stored.at(-1)?.text }], 'the guild is as its newest entry says');
    }
    load.acknowledged.clear();
    await cluster.observer.check(connection);
  } finally {
    await connection.close();
  }
}

/** Each acknowledged change has one entry, and no change has two. */
export function assertAcknowledged(keys: readonly string[], stored: readonly ReceivedEntry[]): void {
  const texts = stored.map(({ text }) => text);
  const found = new Set(texts);
  assert.equal(found.size, texts.length, 'a change was carried out twice');
  for (const key of keys) assert.ok(found.has(key), `${key} was acknowledged, and is not stored`);
}

/** Each node received what is stored, once and in order. @returns the stored entries */
async function checkReceived(
  connection: Connection,
  { nodes }: ClusterUnderFaults,
  guildId: string,
): Promise<ReceivedEntry[]> {
  const read = async () =>
    (await connection.query(
      'SELECT sequence, text FROM guild_entries WHERE guild_id = $1 ORDER BY sequence',
      [guildId],
    )) as ReceivedEntry[];
  let stored = await read();
  const isComplete = async () => {
    stored = await read();
    for (const node of nodes) assertPrefix(node.received(guildId), stored);
    return nodes.every((node) => node.received(guildId).length === stored.length);
  };
  await eventually(isComplete, {
    share: EVENTS_SHARE,
    describe: () =>
      `of ${stored.length} entries arrived ${nodes.map((node) => node.received(guildId).length).join(', ')}`,
  });
  return stored;
}

/** What arrived is the beginning of what is stored; entries that were stored since it was read are not compared. */
export function assertPrefix(received: readonly ReceivedEntry[], stored: readonly ReceivedEntry[]): void {
  for (const [index, entry] of stored.slice(0, received.length).entries()) {
    assert.deepEqual(received[index], entry, 'a node received an entry other than the next one');
  }
}
