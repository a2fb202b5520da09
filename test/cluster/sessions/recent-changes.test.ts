import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RecentUsers } from '#guildhall/cluster/sessions/recent-changes.js';

const KEPT_MS = 100_000;

function recentUsers(): { readonly users: RecentUsers; readonly at: (now: number) => RecentUsers } {
  let now = 10_000;
  const users = new RecentUsers(() => now, KEPT_MS);
  const at = (time: number) => {
    now = time;
    return users;
  };
  return { users, at };
}

describe('Recent users', () => {
  test('are those since a time, each with the last one', () => {
    const { at, users } = recentUsers();
    at(11_000).add('1');
    at(12_000).add('2');
    at(13_000).add('1');
    assert.deepEqual(users.since(12_000), new Set(['2', '1']));
    assert.deepEqual(users.since(13_000), new Set(['1']));
    assert.equal(users.isNotSince('2', 12_001), true);
    assert.equal(users.isNotSince('1', 12_001), false);
    assert.equal(users.isNotSince('3', 10_000), true);
  });

  test('are collected once for all sessions of a second, and continued', () => {
    const { at, users } = recentUsers();
    for (const id of ['1', '2']) at(11_200).add(id);
    const first = users.since(11_300);
    for (let millisecond = 0; millisecond < 1000; millisecond += 1) {
      at(12_000 + millisecond).add(String(millisecond));
      assert.equal(users.since(11_000 + millisecond), first);
    }
    assert.equal(first?.size, 1000);
  });

  test('are those since a time also if others have asked for many times', () => {
    const { at, users } = recentUsers();
    for (let second = 11; second < 20; second += 1) at(second * 1000).add(String(second));
    for (let second = 11; second < 20; second += 1)
      assert.equal(users.since(second * 1000)?.size, 20 - second);
    at(20_000).add('20');
    for (let second = 11; second < 20; second += 1)
      assert.equal(users.since(second * 1000)?.size, 21 - second);
  });

  test('are unknown from before the start', () => {
    const { users } = recentUsers();
    assert.equal(users.since(9_999), null);
    assert.equal(users.isNotSince('1', 9_999), false);
  });

  test('are forgotten after a time, and unknown from before it', () => {
    const { at, users } = recentUsers();
    at(11_000).add('1');
    at(200_000).add('2');
    assert.equal(users.since(99_999), null);
    assert.equal(users.isNotSince('1', 11_000), false);
    assert.deepEqual(users.since(100_000), new Set(['2']));
  });

  test('are no longer collected for a time from before which they are unknown', () => {
    const { at, users } = recentUsers();
    const collected = users.since(10_500) ?? assert.fail('they are known');
    at(11_000).add('1');
    at(120_000).add('2');
    at(121_000).add('3');
    assert.equal(collected.size, 2);
  });
});
