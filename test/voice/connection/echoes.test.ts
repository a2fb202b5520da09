import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Echoes } from '#guildhall/voice/connection/echoes.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';
import { randomNumbers } from '../../helpers/sound/signals.js';

const HOUR = 3_600_000;

/** @param way what happens to a request: how long its echo takes, in milliseconds; null: it is lost */
function startEchoes(clock: ManualClock, way: () => number | null) {
  const seen = { sent: 0, pings: [] as number[], unreachable: 0 };
  const echoes = new Echoes({
    send: (packet) => {
      seen.sent += 1;
      const ms = way();
      if (ms !== null) clock.after(ms, () => echoes.receive(packet));
    },
    ping: (ms) => seen.pings.push(ms),
    unreachable: () => {
      seen.unreachable += 1;
    },
    clock,
  });
  return { echoes, seen };
}

test('the endpoint is asked every five seconds, and the time of each echo is reported', async () => {
  const clock = new ManualClock();
  const { echoes, seen } = startEchoes(clock, () => 30);
  await clock.advance(60_000);
  assert.ok(seen.sent >= 11 && seen.sent <= 12, String(seen.sent));
  assert.ok(seen.pings.length >= 11 && seen.pings.every((ms) => ms === 30));
  echoes.stop();
  assert.equal(clock.timers, 0);
});

test('without any echo the endpoint is unreachable after ten requests, and is asked no more', async () => {
  const clock = new ManualClock();
  const { seen } = startEchoes(clock, () => null);
  await clock.advance(14_999);
  assert.deepEqual([seen.sent, seen.unreachable], [10, 0]);
  await clock.advance(60_000);
  assert.deepEqual([seen.sent, seen.unreachable], [10, 1]);
  assert.equal(clock.timers, 0);
});

test('echoes that take longer than the repetition count, with the time that they took', async () => {
  const clock = new ManualClock();
  const { echoes, seen } = startEchoes(clock, () => 3500);
  await clock.advance(60_000);
  assert.equal(seen.unreachable, 0);
  assert.deepEqual(new Set(seen.pings), new Set([3500]));
  echoes.stop();
});

test('a fifth of lost packets in each direction and jitter do not make the endpoint unreachable', async () => {
  const random = randomNumbers(7);
  const clock = new ManualClock();
  const isLost = () => random() < 0.2;
  const { echoes, seen } = startEchoes(clock, () => (isLost() || isLost() ? null : 400 * random()));
  await clock.advance(HOUR);
  assert.equal(seen.unreachable, 0);
  assert.ok(seen.pings.length > 500, String(seen.pings.length));
  echoes.stop();
});
