import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InProcessBus, InProcessHub } from '#guildhall/cluster/bus/in-process-bus.js';
import { publishEntry } from '#guildhall/cluster/events/entry-message.js';
import { GuildFeeds } from '#guildhall/cluster/events/guild-feeds.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { GuildEntry } from '#guildhall/store/cluster.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

const entry = (guildId: string, sequence: number): GuildEntry => ({ guildId, sequence, text: '' });

/** Feeds of a node over a bus and stored entries. */
function createFeeds() {
  const clock = new ManualClock();
  const bus = new InProcessBus({ hub: new InProcessHub(), clock, log: silentLogger });
  const stored: GuildEntry[] = [];
  const asked: string[] = [];
  const feeds = new GuildFeeds({
    bus,
    entries: {
      after: async (guildId, sequence) => {
        asked.push(`after ${guildId} ${sequence}`);
        return stored.filter((each) => each.guildId === guildId && each.sequence > sequence);
      },
      heads: async (guildIds) => {
        asked.push(`heads ${guildIds.join(' ')}`);
        return new Map(stored.map(({ guildId, sequence }) => [guildId, sequence]));
      },
    },
    clock,
    log: silentLogger,
  });
  const delivered: string[] = [];
  const follow = (guildId: string, position: number) =>
    feeds.follow(guildId, position, {
      deliver: ({ sequence }) => delivered.push(`${guildId} ${sequence}`),
      expired: () => delivered.push('expired'),
    });
  return { asked, bus, clock, delivered, feeds, follow, stored };
}

test('entries between the position and the subscription are delivered', async () => {
  const { delivered, follow, stored } = createFeeds();
  stored.push(entry('1', 5), entry('1', 6));
  follow('1', 4);
  await settle();
  assert.deepEqual(delivered, ['1 5', '1 6']);
});

test('a published entry is delivered to the followers of its guild without asking the store', async () => {
  const { asked, bus, delivered, follow } = createFeeds();
  follow('1', 0);
  follow('2', 0);
  await settle();
  asked.length = 0;
  publishEntry(bus, entry('2', 1));
  await settle();
  assert.deepEqual([delivered, asked], [['2 1'], []]);
});

test('an entry whose message was lost is found within two seconds, by one question for all guilds', async () => {
  const { asked, clock, delivered, follow, stored } = createFeeds();
  follow('1', 0);
  follow('2', 0);
  await settle();
  asked.length = 0;
  stored.push(entry('2', 1));
  await clock.advance(2000);
  assert.deepEqual([delivered, asked], [['2 1'], ['heads 1 2', 'after 2 0']]);
});

test('a guild whose delivered entry is not stored is loaded again', async () => {
  const { bus, clock, delivered, follow } = createFeeds();
  follow('1', 0);
  await settle();
  publishEntry(bus, entry('1', 1));
  await clock.advance(2000);
  assert.deepEqual(delivered, ['1 1', 'expired']);
});

test('an entry that arrives while the store is asked is no reason to load its guild again', async () => {
  const { bus, clock, delivered, follow, stored } = createFeeds();
  follow('1', 0);
  await settle();
  await clock.advance(1999);
  stored.push(entry('1', 1));
  const looking = clock.advance(1);
  publishEntry(bus, entry('1', 1));
  publishEntry(bus, entry('1', 2));
  stored.push(entry('1', 2));
  await looking;
  await settle();
  assert.deepEqual(delivered, ['1 1', '1 2']);
});

test('a message that names a guild other than its subject is left out', async () => {
  const { bus, delivered, follow } = createFeeds();
  follow('1', 0);
  bus.publish('guild.1', JSON.stringify(entry('2', 1)));
  bus.publish('guild.1', 'no entry');
  await settle();
  assert.deepEqual(delivered, []);
});

test('nothing is delivered and nothing asked after the end of following, and after stop', async () => {
  const { asked, bus, clock, delivered, feeds, follow } = createFeeds();
  const unfollow = follow('1', 0);
  follow('2', 0);
  await settle();
  unfollow();
  publishEntry(bus, entry('1', 1));
  await settle();
  await feeds.stop();
  asked.length = 0;
  publishEntry(bus, entry('2', 1));
  await clock.advance(10_000);
  assert.deepEqual([delivered, asked], [[], []]);
});
