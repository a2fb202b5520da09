import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NodePresences } from '#guildhall/cluster/presences/node-presences.js';

const ONLINE = { status: 'online', game: null } as const;

/** A part of all presences of a node, with one user. */
const part = (number: number, index: number, userId: string) =>
  ({ kind: 'all', number, index, count: 2, users: [[userId, ONLINE]] }) as never;

test('parts of two lists of presences are not joined to one', () => {
  const presences = new NodePresences();
  presences.receive(part(5, 0, '1'));
  // The second part of this list and the first one of the next were lost.
  presences.receive(part(6, 1, '4'));
  assert.equal(presences.isKnown, false);
  presences.receive(part(7, 0, '5'));
  presences.receive(part(7, 1, '6'));
  assert.deepEqual([...presences.users.keys()], ['5', '6']);
});
