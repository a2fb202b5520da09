import assert from 'node:assert/strict';
import type { Connection } from '#guildhall/store/postgres/connection.js';
import { describeNodes, GUILD } from '../../store/postgres/support/two-nodes.js';
import { CommitObserver } from './commit-observer.js';

const ENTRY = `UPDATE guild_owners SET sequence = sequence + 1;
  INSERT INTO guild_entries SELECT guild_id, sequence, 'text' FROM guild_owners`;

/** What an observer must find, with the statements that cause it. */
const FAULTS: readonly [title: string, sql: string, message: RegExp][] = [
  ['a gap in the numbers', 'DELETE FROM guild_entries WHERE sequence = 1', /have gaps/],
  ['a number that no entry has', 'UPDATE guild_owners SET sequence = 9', /have gaps/],
  ['a commit with a lower epoch', `UPDATE guild_owners SET epoch = 1; ${ENTRY}`, /lower epoch/],
  [
    'a second node with the same epoch',
    `UPDATE guild_owners SET node = 'a-2'; ${ENTRY}`,
    /belongs to two nodes/,
  ],
  ['a change without a fence', "UPDATE guilds SET name = 'other'", /without its fence/],
  [
    'a commit from the address of another node',
    `UPDATE guild_owners SET node = 'b-1', epoch = 3; ${ENTRY}`,
    /came from another node/,
  ],
];

/** A guild with two entries of its owner; connections of the test have no address. */
async function observe(connection: Connection): Promise<CommitObserver> {
  const observer = new CommitObserver(
    new Map([
      ['a', null],
      ['b', '127.77.0.12'],
    ]),
  );
  await observer.install(connection);
  await connection.exec(
    `INSERT INTO guild_owners (guild_id, node, epoch) VALUES (${GUILD}, 'a-1', 2); ${ENTRY}; ${ENTRY};`,
  );
  return observer;
}

describeNodes('an observer of commits', (nodesTest) => {
  nodesTest('accepts entries of owners', async ({ connect }) => {
    const connection = await connect();
    const observer = await observe(connection);
    await connection.exec(`UPDATE guild_owners SET node = 'a-2', epoch = 3; ${ENTRY}`);
    await observer.check(connection);
    await connection.close();
  });

  for (const [title, sql, message] of FAULTS) {
    nodesTest(`finds ${title}`, async ({ connect }) => {
      const connection = await connect();
      const observer = await observe(connection);
      await connection.exec(sql);
      await assert.rejects(observer.check(connection), message);
      await connection.close();
    });
  }
});
