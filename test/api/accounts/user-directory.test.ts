import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UserDirectory } from '#guildhall/api/accounts/user-directory.js';
import { ConflictTurns } from '#guildhall/store/conflict-turns.js';
import { account } from '../../store/contract/fixtures.js';

/** @param asked gets the ids of each question to the store */
function createDirectory(asked: string[][] = []): UserDirectory {
  const stored = new Map(['1', '2', '3'].map((id) => [id, account(id)]));
  return new UserDirectory(
    {
      byIds: async (ids) => {
        asked.push([...ids]);
        return [...ids].flatMap((id) => stored.get(id) ?? []);
      },
    },
    new ConflictTurns(() => 0),
  );
}

test('the revision of known users rises when one changes', async () => {
  const users = createDirectory();
  await users.loadAll(['1', '2']);
  const before = users.revision;
  users.remember([account('1', { username: 'renamed' })]);
  assert.ok(users.revision > before);
});

test('the revision rises when a user is loaded who was requested before', async () => {
  const users = createDirectory();
  assert.equal(users.get('1'), undefined);
  const before = users.revision;
  await users.load('1');
  assert.ok(users.revision > before);
});

test('the revision stays when a user is loaded whom nothing has shown yet', async () => {
  const users = createDirectory();
  await users.load('1');
  const before = users.revision;
  await users.loadAll(['1', '2', '3']);
  assert.equal(users.revision, before);
});

test('only cached accounts are read again, and of them only those that are named', async () => {
  const asked: string[][] = [];
  const users = createDirectory(asked);
  await users.loadAll(['1', '2']);
  asked.length = 0;
  const { signal } = new AbortController();
  await users.refreshCached(['2', '3'], 1000, signal);
  await users.refreshCached([], 1000, signal);
  await users.refreshCached(null, 1, signal);
  assert.deepEqual(asked, [['2'], ['1'], ['2']]);
});
