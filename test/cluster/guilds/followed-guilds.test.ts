import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UserDirectory } from '#guildhall/api/accounts/user-directory.js';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import type { Follower } from '#guildhall/cluster/events/guild-feeds.js';
import { encodeEntry } from '#guildhall/cluster/guilds/entry-codec.js';
import { FollowedGuilds, UNUSED_MS } from '#guildhall/cluster/guilds/followed-guilds.js';
import { TypingMessages } from '#guildhall/cluster/guilds/typing-messages.js';
import type { GuildEvent } from '#guildhall/guilds/events.js';
import { silentLogger } from '#guildhall/platform/log.js';
import { ConflictTurns } from '#guildhall/store/conflict-turns.js';
import { GUILD, guild, member, role } from '../../guilds/worlds.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';
import { account } from '../../store/contract/fixtures.js';

/** Followed guilds over a store with one guild, whose entries the test delivers. */
function follow() {
  const clock = new ManualClock();
  const bus = new InProcessBus({ hub: new InProcessHub(), clock, log: silentLogger });
  const accounts = { byIds: async (ids: readonly string[]) => ids.map((id) => account(id)) };
  const users = new UserDirectory(accounts, new ConflictTurns(() => clock.now()));
  const typing = new TypingMessages(bus);
  const positions: number[] = [];
  const used = new Set<string>();
  let follower: Follower | null = null;
  let isFollowed = false;
  let sequence = 5;
  const guilds = new FollowedGuilds({
    store: {
      async load(id) {
        return id === GUILD ? { state: guild({}), accounts: [], sequence } : null;
      },
    },
    feeds: {
      follow(_id, position, given) {
        positions.push(position);
        [follower, isFollowed] = [given, true];
        return () => {
          isFollowed = false;
        };
      },
    },
    ...{ typing, users, clock, log: silentLogger },
    hasSessions: (id) => used.has(id),
  });
  const events: GuildEvent[] = [];
  const expired: string[] = [];
  guilds.listen({
    changed: (_, changed) => events.push(...changed),
    expired: (id) => expired.push(id),
  });
  return {
    ...{ guilds, events, expired, positions, used, clock, typing, users },
    isFollowed: () => isFollowed,
    deliver(text: string) {
      sequence += 1;
      follower?.deliver({ guildId: GUILD, sequence, text });
    },
    expire: () => follower?.expired(),
  };
}

const renamed = (name: string) => [{ kind: 'role', role: role('7', { name }) }] as const;
const created = (name: string) => [{ type: 'roleCreated', role: role('7', { name }) }] as const;

describe('The guilds that a node follows', () => {
  test('a guild is followed from the entry that it was loaded with, and loaded once', async () => {
    const { guilds, positions } = follow();
    const [one, other] = await Promise.all([guilds.get(GUILD), guilds.get(GUILD)]);
    assert.equal(one, other);
    assert.equal(guilds.get(GUILD), one);
    assert.deepEqual(positions, [5]);
    assert.equal(await guilds.get('999'), null);
    await guilds.stop();
  });

  test('changes are applied before their events are sent', async () => {
    const { guilds, deliver, events } = follow();
    const copy = await guilds.get(GUILD);
    deliver(encodeEntry(renamed('first'), created('first')));
    assert.equal(copy?.roles.get('7')?.name, 'first');
    assert.deepEqual(events, created('first'));
    await guilds.stop();
  });

  test('entries wait for users who are unknown, in order', async () => {
    const { guilds, deliver, events, users } = follow();
    const copy = await guilds.get(GUILD);
    deliver(encodeEntry([{ kind: 'member', member: member('77') }], [{ type: 'guildJoined', userId: '77' }]));
    deliver(encodeEntry(renamed('second'), created('second')));
    assert.equal(copy?.members.has('77'), false);
    assert.deepEqual(events, []);
    await settle();
    assert.ok(users.has('77'));
    assert.ok(copy?.members.has('77'));
    assert.deepEqual(events, [{ type: 'guildJoined', userId: '77' }, ...created('second')]);
    await guilds.stop();
  });

  test('a guild whose entries are gone or unreadable is loaded again', async () => {
    for (const lose of ['expire', 'damage'] as const) {
      const { guilds, deliver, expire, expired, isFollowed, positions } = follow();
      const former = await guilds.get(GUILD);
      if (lose === 'expire') expire();
      else deliver('{"format":2}');
      assert.deepEqual(expired, [GUILD], lose);
      assert.equal(isFollowed(), false);
      assert.notEqual(await guilds.get(GUILD), former);
      assert.equal(positions.length, 2);
      await guilds.stop();
    }
  });

  test('a guild without sessions is dropped after two looks', async () => {
    const { guilds, clock, isFollowed, used } = follow();
    await guilds.get(GUILD);
    used.add(GUILD);
    await clock.advance(2 * UNUSED_MS);
    assert.ok(isFollowed());
    used.delete(GUILD);
    await clock.advance(UNUSED_MS);
    assert.ok(isFollowed());
    await clock.advance(UNUSED_MS);
    assert.equal(isFollowed(), false);
    assert.equal(guilds.size, 0);
    await guilds.stop();
  });

  test('a deleted guild is no longer followed, after its event', async () => {
    const { guilds, deliver, events, isFollowed } = follow();
    await guilds.get(GUILD);
    deliver(encodeEntry([{ kind: 'guild-removed' }], [{ type: 'guildDeleted' }]));
    assert.deepEqual(events, [{ type: 'guildDeleted' }]);
    assert.equal(isFollowed(), false);
    await guilds.stop();
  });

  test('typing of any node arrives as long as the guild is followed', async () => {
    const { guilds, events, typing } = follow();
    const event = { type: 'typingStarted', channelId: '3', userId: '1', at: 1 } as const;
    await guilds.get(GUILD);
    typing.publish(GUILD, [event, { type: 'guildDeleted' }]);
    await settle();
    assert.deepEqual(events, [event]);
    await guilds.stop();
    typing.publish(GUILD, [event]);
    await settle();
    assert.deepEqual(events, [event]);
  });
});
