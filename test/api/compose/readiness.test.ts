import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStoreDamage, findUnreadiness } from '#guildhall/api/compose/readiness.js';
import { StoreBusyError, StoreDamagedError, type StoreError } from '#guildhall/store/errors.js';

/** A store that refuses changes with an error. */
const refusing = (error: StoreError) => ({
  cluster: null,
  assertRoom() {
    throw error;
  },
});

test('a service whose store is damaged is not ready and says why', async () => {
  const store = refusing(new StoreDamagedError('store.db', 'it was removed'));
  assert.match(findStoreDamage(store) ?? '', /store\.db is damaged: it was removed/);
  assert.equal(await findUnreadiness(store, null), findStoreDamage(store));
});

test('a service whose store has many changes to write is ready', async () => {
  assert.equal(await findUnreadiness(refusing(new StoreBusyError()), null), null);
});
