import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_MESSAGE_BYTES } from '#guildhall/cluster/bus/bus.js';
import { publishEntry, readEntryMessage } from '#guildhall/cluster/events/entry-message.js';
import { GuildFeed } from '#guildhall/cluster/events/guild-feed.js';
import { silentLogger } from '#guildhall/platform/log.js';
import type { GuildEntry } from '#guildhall/store/cluster.js';
import { StoreError } from '#guildhall/store/errors.js';
import { ManualClock, settle } from '../../hardware/support/manual-clock.js';

const entry = (sequence: number): GuildEntry => ({ guildId: '1', sequence, text: `entry ${sequence}` });

/** A feed from number 0, over entries that are stored. @param head the newest number of the guild */
function createFeed(stored: readonly GuildEntry[], head?: number) {
  const clock = new ManualClock();
  const delivered: number[] = [];
  const texts: string[] = [];
  const state = { reads: 0, failures: 0, expired: 0 };
  const feed = new GuildFeed({
    guildId: '1',
    position: 0,
    entries: {
      after: async (_guildId, sequence, limit) => {
        state.reads += 1;
        if (state.failures > 0) {
          state.failures -= 1;
          throw new StoreError('no connection', 'CONNECTION');
        }
        return stored.filter((each) => each.sequence > sequence).slice(0, limit);
      },
      heads: async () => new Map([['1', head ?? stored.at(-1)?.sequence ?? 0]]),
    },
    clock,
    log: silentLogger,
    deliver: ({ sequence, text }) => {
      delivered.push(sequence);
      texts.push(text);
    },
    expired: () => {
      state.expired += 1;
    },
  });
  return { clock, delivered, feed, state, texts };
}

test('entries that arrive in order are delivered at once and nothing is read', () => {
  const { delivered, feed, state } = createFeed([]);
  for (const sequence of [1, 2, 3]) feed.received(entry(sequence));
  assert.deepEqual(delivered, [1, 2, 3]);
  assert.equal(state.reads, 0);
  assert.equal(feed.position, 3);
});

test('an entry that arrives again is left out', () => {
  const { delivered, feed } = createFeed([]);
  for (const sequence of [1, 1, 2, 1, 2]) feed.received(entry(sequence));
  assert.deepEqual(delivered, [1, 2]);
});

test('entries that are missing are read, and those that came early follow in order', async () => {
  const { delivered, feed } = createFeed([1, 2, 3, 4].map(entry));
  feed.received(entry(3));
  feed.received(entry(4));
  assert.deepEqual(delivered, []);
  await settle();
  assert.deepEqual(delivered, [1, 2, 3, 4]);
});

test('entries that arrive while those before them are read are delivered once', async () => {
  const { delivered, feed, state } = createFeed([1, 2, 3].map(entry));
  feed.received(entry(3));
  feed.received(entry(1));
  feed.received(entry(2));
  assert.deepEqual(delivered, [1, 2, 3]);
  await settle();
  assert.deepEqual(delivered, [1, 2, 3]);
  assert.equal(state.expired, 0);
});

test('a lost last message is found by the number that the store has reached', async () => {
  const { delivered, feed } = createFeed([1, 2].map(entry));
  feed.received(entry(1));
  feed.reached(2);
  await settle();
  assert.deepEqual(delivered, [1, 2]);
});

test('reading is tried again after a failure', async () => {
  const { clock, delivered, feed, state } = createFeed([entry(1)]);
  state.failures = 3;
  feed.reached(1);
  await clock.advance(60_000);
  assert.deepEqual(delivered, [1]);
});

test('more entries than fit into one read are all delivered', async () => {
  const count = 1200;
  const { clock, delivered, feed, state } = createFeed(
    Array.from({ length: count }, (_, index) => entry(index + 1)),
  );
  feed.reached(count);
  await clock.advance(0);
  assert.equal(delivered.length, count);
  assert.equal(state.reads, 3);
});

test('entries that are no longer stored end the feed once', async () => {
  const { delivered, feed, state } = createFeed([5, 6].map(entry));
  feed.reached(6);
  await settle();
  feed.received(entry(7));
  feed.reached(8);
  await settle();
  assert.deepEqual([delivered, state.expired, state.reads], [[], 1, 1]);
});

test('a feed ends once once no entry after its position is stored', async () => {
  const { delivered, feed, state } = createFeed([], 6);
  feed.reached(6);
  await settle();
  feed.reached(8);
  await settle();
  assert.deepEqual([delivered, state.expired, state.reads], [[], 1, 1]);
});

test('a number that the store has not reached is forgotten', async () => {
  const { clock, delivered, feed, state } = createFeed([entry(1)]);
  feed.reached(9);
  await clock.advance(0);
  assert.deepEqual([delivered, state.reads], [[1], 2]);
  feed.received(entry(2));
  assert.deepEqual([delivered, state.expired], [[1, 2], 0]);
});

test('an entry that came early and is not stored is left out for the one that is stored later', async () => {
  const stored = [entry(1)];
  const { clock, delivered, feed, state, texts } = createFeed(stored);
  feed.received({ ...entry(3), text: 'foreign' });
  await clock.advance(0);
  for (const sequence of [2, 3]) {
    stored.push(entry(sequence));
    feed.received(entry(sequence));
  }
  assert.deepEqual([delivered, state.expired], [[1, 2, 3], 0]);
  assert.deepEqual(
    texts,
    [1, 2, 3].map((sequence) => entry(sequence).text),
  );
});

test('of two entries with one number the stored one is delivered', async () => {
  const { clock, delivered, feed, state, texts } = createFeed([1, 2].map(entry));
  state.failures = 1;
  feed.received({ ...entry(2), text: 'foreign' });
  feed.received(entry(2));
  await clock.advance(1000);
  assert.deepEqual([delivered, state.expired], [[1, 2], 0]);
  assert.deepEqual(
    texts,
    [1, 2].map((sequence) => entry(sequence).text),
  );
});

test('the feed ends if another entry was delivered than the stored one', async () => {
  const { feed, state } = createFeed([entry(1)]);
  feed.received({ ...entry(1), text: 'foreign' });
  feed.received(entry(1));
  await settle();
  assert.equal(state.expired, 1);
});

test('an entry that differs from the one that was delivered and stored is left out', async () => {
  const { delivered, feed, state } = createFeed([1, 2].map(entry));
  feed.received(entry(1));
  feed.received({ ...entry(1), text: 'foreign' });
  await settle();
  feed.received(entry(2));
  assert.deepEqual([delivered, state.expired], [[1, 2], 0]);
});

test('the feed ends if an entry was delivered that the store has not', async () => {
  const { feed, state } = createFeed([]);
  feed.received(entry(1));
  feed.stored(0, 0);
  assert.equal(state.expired, 0);
  feed.stored(0, 1);
  assert.equal(state.expired, 1);
});

test('nothing is delivered after stop', async () => {
  const { delivered, feed } = createFeed([1, 2].map(entry));
  feed.reached(2);
  feed.stop();
  feed.received(entry(1));
  await settle();
  assert.deepEqual(delivered, []);
});

test('a feed that is stopped while it reads does not end because entries are no longer stored', async () => {
  const { feed, state } = createFeed([3, 4].map(entry));
  feed.reached(4);
  feed.stop();
  await settle();
  assert.equal(state.expired, 0);
});

test('an entry that is too long for a message is announced by its number', () => {
  const published: string[] = [];
  const bus = { publish: (_subject: string, text: string) => void published.push(text) };
  publishEntry(bus, entry(1));
  publishEntry(bus, { ...entry(2), text: 'ü'.repeat(MAX_MESSAGE_BYTES / 2) });
  assert.deepEqual(published.map(readEntryMessage), [entry(1), { guildId: '1', sequence: 2, text: null }]);
  assert.equal(readEntryMessage('{"guildId":"1","sequence":0,"text":""}'), null);
});
