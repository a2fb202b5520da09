import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDistinctUser } from '#guildhall/platform/processes/user-namespace.js';

const overflowUid = 65_534;
const isDistinct = (map: string, uid: number) => isDistinctUser({ map, overflowUid }, uid);

test('without a namespace every user is distinct', () => {
  const map = '         0          0 4294967295\n';
  for (const uid of [0, 1000, overflowUid]) assert.equal(isDistinct(map, uid), true, String(uid));
});

test('with PrivateUsers= only root and the user of the service are distinct', () => {
  const map = '         0          0          1\n     61234      61234          1\n';
  for (const uid of [0, 61_234]) assert.equal(isDistinct(map, uid), true, String(uid));
  for (const uid of [1000, 1, overflowUid]) assert.equal(isDistinct(map, uid), false, String(uid));
});

test('the overflow uid is not distinct in a user namespace, even if it is mapped', () => {
  const map = '         0     100000      65536\n';
  assert.equal(isDistinct(map, 1000), true);
  assert.equal(isDistinct(map, overflowUid), false);
});

test('in a namespace without mapped users no user is distinct', () => {
  for (const uid of [0, overflowUid]) assert.equal(isDistinct('', uid), false, String(uid));
});
