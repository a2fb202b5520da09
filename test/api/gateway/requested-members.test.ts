import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedMembers } from '#guildhall/api/gateway/member-requests.js';
import { applyChanges } from '#guildhall/guilds/changes.js';
import { guild, member } from '../../guilds/worlds.js';

const LARGE = guild({ members: Array.from({ length: 30_000 }, (_, index) => member(String(index + 1))) });

test('a query finds members by the start of their user names, as many as the limit', async () => {
  const { members, notFound } = await requestedMembers(LARGE, {
    guild_id: '100',
    query: 'USER 299',
    limit: 3,
  });
  assert.deepEqual(
    members.map(({ userId }) => userId),
    ['299', '2990', '2991'],
  );
  assert.equal(notFound, null);
});

test('others are served while a query is compared with the members of a large guild', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    waiting = setImmediate(count);
  };
  let waiting = setImmediate(count);
  const { members } = await requestedMembers(LARGE, { guild_id: '100', query: 'nobody', limit: 1 });
  clearImmediate(waiting);
  assert.deepEqual(members, []);
  assert.ok(turns >= 2, `${turns} turns of the event loop`);
});

test('a query finds the members of its moment, and none who join while they are compared', async () => {
  const members = Array.from({ length: 10_000 }, (_, index) => member(String(index + 1)));
  const growing = guild({ members });
  const found = requestedMembers(growing, { guild_id: '100', query: '', limit: 0 });
  const change = { kind: 'member', member: member('20000') } as const;
  applyChanges(growing, [change]);
  assert.equal((await found).members.length, 10_000);
  assert.ok(growing.members.has('20000'));
});
