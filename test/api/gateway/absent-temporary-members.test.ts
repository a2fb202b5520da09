import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AbsentTemporaryMembers } from '#guildhall/api/gateway/absent-temporary-members.js';
import { GATEWAY_LIMITS } from '#guildhall/api/gateway/limits.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { StoreError } from '#guildhall/store/errors.js';
import type { TemporaryMembership } from '#guildhall/store/guilds.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const MEMBERSHIPS: TemporaryMembership[] = [
  { guildId: '100', userId: '1' },
  { guildId: '101', userId: '1' },
  { guildId: '100', userId: '2' },
];

describe('Temporary members who are absent', () => {
  let clock: ManualClock;
  let connected: Set<string>;
  let ended: TemporaryMembership[];
  let failures: number;
  let looks: number;
  let knowsAll: boolean;
  let members: AbsentTemporaryMembers;
  beforeEach(() => {
    clock = new ManualClock();
    connected = new Set();
    ended = [];
    failures = 0;
    looks = 0;
    knowsAll = true;
    members = new AbsentTemporaryMembers({
      store: {
        async temporaryMemberships(userIds) {
          looks += 1;
          failures -= 1;
          if (failures >= 0) throw new StoreError('unavailable', 'UNAVAILABLE');
          return MEMBERSHIPS.filter(({ userId }) => userIds.includes(userId));
        },
        async someTemporaryMemberships(last, limit) {
          failures -= 1;
          if (failures >= 0) throw new StoreError('unavailable', 'UNAVAILABLE');
          const from = MEMBERSHIPS.findIndex(
            ({ guildId, userId }) => guildId === last?.guildId && userId === last.userId,
          );
          return MEMBERSHIPS.slice(from + 1, from + 1 + limit);
        },
      },
      changes: {
        ensure(guildId, change, isDue) {
          assert.equal(change.kind, 'temporary-end');
          assert.equal(isDue?.(), true);
          if (change.kind === 'temporary-end') ended.push({ guildId, userId: change.userId });
        },
      },
      isGone: (userId) => !connected.has(userId),
      knowsAll: () => knowsAll,
      ...{ clock, log: silentLogger },
    });
  });

  test('end in all guilds unless they have connected again', async () => {
    members.endUnlessReturned(['1', '2', '3']);
    await clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS - 1);
    assert.deepEqual(ended, []);
    connected.add('2');
    await clock.advance(1);
    assert.deepEqual(ended, MEMBERSHIPS.slice(0, 2));
  });

  test('end at once after the last session, with one look for all whose sessions end together', async () => {
    for (const userId of ['1', '2', '3']) members.endNow(userId);
    await setImmediate();
    assert.deepEqual([ended, looks], [MEMBERSHIPS, 1]);
    connected.add('2');
    members.endNow('2');
    await setImmediate();
    assert.equal(ended.length, MEMBERSHIPS.length);
  });

  test('end although the store was unavailable', async () => {
    members.endUnlessReturned(['2']);
    failures = 2;
    await clock.advance(2 * GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.deepEqual(ended, MEMBERSHIPS.slice(2));
  });

  test('end after a start, because nodes that knew of them may have ended, too', async () => {
    connected.add('2');
    failures = 1;
    members.lookThroughOnce();
    await clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.deepEqual(ended, []);
    await clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.deepEqual(ended, MEMBERSHIPS.slice(0, 2));
    members.lookThroughOnce();
    await clock.advance(2 * GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.equal(ended.length, 2);
  });

  test('stay while it is unknown who is connected to another node', async () => {
    knowsAll = false;
    members.lookThroughOnce();
    await clock.advance(2 * GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.deepEqual(ended, []);
    knowsAll = true;
    members.lookThroughOnce();
    await clock.advance(2 * GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.deepEqual(new Set(ended.map(({ userId }) => userId)), new Set(['1', '2']));
  });

  test('of a client that connects again and again are waited for once each', async () => {
    const warnings: Error[] = [];
    const listener = (warning: Error) => void warnings.push(warning);
    process.on('warning', listener);
    for (let user = 0; user < 20; user += 1) members.endUnlessReturned([String(user)]);
    for (let time = 0; time < 1_000; time += 1) members.endUnlessReturned(['1']);
    assert.equal(clock.timers, 20);
    await clock.advance(2 * GATEWAY_LIMITS.RESUME_WITHIN_MS);
    process.off('warning', listener);
    assert.deepEqual(warnings, []);
    assert.equal(ended.length, MEMBERSHIPS.length);
    assert.equal(clock.timers, 0);
  });

  test('who left once more have the whole time to connect again', async () => {
    members.endUnlessReturned(['1']);
    await clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS - 1);
    members.endUnlessReturned(['1']);
    await clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS - 1);
    assert.deepEqual(ended, []);
    await clock.advance(1);
    assert.equal(ended.length, 2);
    members.endUnlessReturned(['1']);
    await clock.advance(GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.equal(ended.length, 4);
  });

  test('are left to other nodes by one that stops', async () => {
    members.endUnlessReturned(['1']);
    await members.stop();
    await clock.advance(2 * GATEWAY_LIMITS.RESUME_WITHIN_MS);
    assert.deepEqual(ended, []);
  });
});
