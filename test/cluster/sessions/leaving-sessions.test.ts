import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '#guildhall/api/gateway/session.js';
import { LeavingSessions } from '#guildhall/cluster/sessions/leaving-sessions.js';
import { createLogger } from '#guildhall/platform/log.js';
import { StoreError } from '#guildhall/store/errors.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

/** A session without guilds and events. */
function sessionOf(id: string): Session {
  const options = { resumeId: id, largeThreshold: 50, shard: null, receivesApplicationUpdates: false };
  return {
    ...{ options, userId: id, guilds: new Map(), deliveries: new Map(), arriving: [], memberRequests: 0 },
    ...{ status: { status: 'online', game: null }, version: { number: 6 } },
    freeze: () => ({ last: 1, events: [] }),
  } as unknown as Session;
}

/** Stops a node with 500 sessions, three batches. @param fails whether a call of the store fails, by name and number */
async function leave(fails: (call: 'now' | 'put', number: number) => boolean) {
  const clock = new ManualClock();
  const lines: string[] = [];
  const stored: string[] = [];
  const calls = { now: 0, put: 0 };
  const call = (name: 'now' | 'put') => {
    calls[name] += 1;
    if (fails(name, calls[name])) throw new StoreError('unavailable', 'UNAVAILABLE');
  };
  const sessions = new Map(Array.from({ length: 500 }, (_, id) => [`${id}`, sessionOf(`${id}`)]));
  const leaving = new LeavingSessions({
    sessions: { size: sessions.size, all: () => sessions.values() } as never,
    guilds: { positionOf: () => null, viewsOf: () => null },
    store: {
      async now() {
        call('now');
        return '';
      },
      async put(batch) {
        call('put');
        stored.push(...batch.map(({ id }) => id));
      },
      claim: async () => null,
    },
    roundTrip: { wait: async () => {} },
    clock,
    elapsed: () => clock.now(),
    log: createLogger('warn', { write: (line) => void lines.push(line) }),
  });
  const stopped = leaving.stop();
  await clock.advance(2_000);
  await stopped;
  return { calls, lines, stored };
}

test('sessions are stored although some before them could not be', async () => {
  const { lines, stored } = await leave((call, number) => call === 'put' && number === 2);
  assert.equal(stored.length, 300);
  assert.deepEqual([stored[0], stored[200], stored[299]], ['0', '400', '499']);
  assert.equal(lines.length, 1);
});

test('a failure before any of them is frozen loses none', async () => {
  const { stored } = await leave((call, number) => call === 'now' && number === 2);
  assert.equal(stored.length, 500);
});

test('a store that stays unavailable is asked until the deadline, with pauses', async () => {
  const { calls, stored } = await leave((call) => call === 'now');
  assert.deepEqual(stored, []);
  assert.equal(calls.now, 15);
});
