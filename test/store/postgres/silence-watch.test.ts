import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BackendState, SilenceWatch } from '#guildhall/store/postgres/silence-watch.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** A watch over a server that says what the test says; null: it cannot be reached. */
function createWatch() {
  const clock = new ManualClock();
  const server: { state: BackendState | null } = { state: 'waiting' };
  const events: string[] = [];
  const watch = new SilenceWatch({
    clock,
    ask: async () => {
      events.push('ask');
      if (server.state === null) throw new TypeError('unreachable');
      return server.state;
    },
    lose: () => void events.push('lost'),
  });
  return { clock, events, server, watch };
}

test('a connection is lost if nothing arrives for two seconds while server and client wait for each other', async () => {
  const { clock, events, watch } = createWatch();
  watch.sent();
  await clock.advance(2000);
  assert.deepEqual(events, []);
  await clock.advance(1000);
  assert.deepEqual(events, ['ask', 'lost']);
  await clock.advance(10_000);
  assert.deepEqual(events, ['ask', 'lost']);
});

test('a connection is lost if the server does not know it', async () => {
  const { clock, events, server, watch } = createWatch();
  server.state = 'gone';
  watch.sent();
  await clock.advance(2500);
  assert.deepEqual(events, ['ask', 'lost']);
});

test('a statement that the server works on is never cut off', async () => {
  const { clock, events, server, watch } = createWatch();
  server.state = 'working';
  watch.sent();
  await clock.advance(60_000);
  assert.ok(!events.includes('lost'));
  assert.ok(events.length >= 20);
});

test('a connection is not lost as long as the server cannot be reached', async () => {
  const { clock, events, server, watch } = createWatch();
  server.state = null;
  watch.sent();
  await clock.advance(60_000);
  assert.ok(!events.includes('lost'));
  server.state = 'gone';
  await clock.advance(500);
  assert.equal(events.at(-1), 'lost');
});

test('an answer that arrives after the server was asked keeps the connection', async () => {
  const { clock, events, watch } = createWatch();
  watch.sent();
  await clock.advance(2500);
  watch.received();
  await clock.advance(1500);
  watch.answered();
  await clock.advance(10_000);
  assert.deepEqual(events, ['ask']);
});

test('the server is not asked about a connection that answers or is idle', async () => {
  const { clock, events, watch } = createWatch();
  watch.sent();
  for (let count = 0; count < 20; count += 1) {
    await clock.advance(1000);
    watch.received();
  }
  watch.answered();
  await clock.advance(60_000);
  assert.deepEqual(events, []);
});

test('the server is asked about a silent connection after a second', async () => {
  const { clock, events, watch } = createWatch();
  watch.suspect();
  watch.sent();
  await clock.advance(1500);
  assert.deepEqual(events, ['ask', 'lost']);
});
