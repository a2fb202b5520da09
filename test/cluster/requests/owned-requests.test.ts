import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GuildLease } from '#guildhall/cluster/ownership/guild-lease.js';
import type { AttemptedRequest, CarryOut } from '#guildhall/cluster/requests/guild-request.js';
import { OwnedRequests } from '#guildhall/cluster/requests/owned-requests.js';
import { GuildAbsentError } from '#guildhall/cluster/requests/request-errors.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import {
  CommitFailedError,
  ConflictError,
  OutcomeUnknownError,
  StoreBusyError,
} from '#guildhall/store/errors.js';

const REQUEST: AttemptedRequest = { guildId: '1', key: 'key-1', text: '', isRepeated: false };

/** Records what is done, in order. */
function createOwned(
  carryOut: CarryOut,
  replies: Readonly<Record<string, string>> = {},
  lease: GuildLease | null = new GuildLease('1', 1, 0),
) {
  const done: string[] = [];
  const owned = new OwnedRequests({
    leases: {
      own: async () => {
        done.push('own');
        return lease;
      },
      drop: () => void done.push('drop'),
    },
    replies: {
      find: async (key) => {
        done.push(`find ${key}`);
        return replies[key] ?? null;
      },
    },
    carryOut: (request, under) => {
      done.push('carry out');
      return carryOut(request, under);
    },
  });
  return { done, owned };
}

test('a repeated request gets the reply that is stored, which is looked for after the guild is owned', async () => {
  const { done, owned } = createOwned(async () => 'second', { 'key-1': 'first' });
  assert.equal(await owned.run({ ...REQUEST, isRepeated: true }), 'first');
  assert.deepEqual(done, ['own', 'find key-1']);
});

test('a repeated request of which nothing is stored is carried out', async () => {
  const { owned } = createOwned(async () => 'second');
  assert.equal(await owned.run({ ...REQUEST, isRepeated: true }), 'second');
});

test('a repeated request that deleted the guild gets the reply that is stored', async () => {
  const { done, owned } = createOwned(async () => 'second', { 'key-1': 'deleted' }, null);
  assert.equal(await owned.run({ ...REQUEST, isRepeated: true }), 'deleted');
  assert.deepEqual(done, ['own', 'find key-1']);
});

test('a request for a guild that does not exist is refused', async () => {
  const { owned } = createOwned(async () => 'reply', {}, null);
  for (const isRepeated of [false, true]) {
    await assert.rejects(owned.run({ ...REQUEST, isRepeated }), GuildAbsentError);
  }
});

test('a first attempt looks for nothing', async () => {
  const { done, owned } = createOwned(async () => 'reply');
  assert.equal(await owned.run(REQUEST), 'reply');
  assert.deepEqual(done, ['own', 'carry out']);
});

test('attempts with the same key at the same time share one run', async () => {
  const reply = new Deferred<string>();
  const { done, owned } = createOwned(() => reply.promise);
  const first = owned.run(REQUEST);
  const second = owned.run({ ...REQUEST, isRepeated: true });
  reply.resolve('reply');
  assert.deepEqual(await Promise.all([first, second]), ['reply', 'reply']);
  assert.deepEqual(done, ['own', 'carry out']);
});

test('a change whose key is stored already gets the reply of the first one', async () => {
  const carryOut = () => Promise.reject(new ConflictError('repeated'));
  const { done, owned } = createOwned(carryOut, { 'key-1': 'first' });
  assert.equal(await owned.run(REQUEST), 'first');
  assert.deepEqual(done, ['own', 'carry out', 'drop', 'find key-1']);
});

const FAILURES = [
  new ConflictError('owner'),
  new ConflictError('guildsOfUser'),
  new CommitFailedError('the disk is full', 'FULL'),
  new OutcomeUnknownError('connection lost'),
];
for (const error of FAILURES) {
  test(`the lease is dropped after ${error.message}`, async () => {
    const { done, owned } = createOwned(() => Promise.reject(error));
    await assert.rejects(owned.run(REQUEST), error);
    assert.equal(done.at(-1), 'drop');
  });
}

test('the lease is kept if no change was handed in', async () => {
  const { done, owned } = createOwned(() => Promise.reject(new StoreBusyError()));
  await assert.rejects(owned.run(REQUEST), StoreBusyError);
  assert.ok(!done.includes('drop'));
});
