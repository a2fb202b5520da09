import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestedMembers } from '#guildhall/api/gateway/requested-members.js';
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
