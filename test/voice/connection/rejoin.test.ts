import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rejoin } from '#guildhall/voice/connection/rejoin.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const STABLE_MS = 30_000;

/** A channel in which every session fails at once. */
function createFailingChannel(clock: ManualClock) {
  const channel = { joins: 0 };
  const rejoin = new Rejoin(clock, () => {
    channel.joins += 1;
    rejoin.request();
  });
  return { channel, rejoin };
}

test('a channel whose sessions fail is joined again ever more rarely', async () => {
  const clock = new ManualClock();
  const { channel, rejoin } = createFailingChannel(clock);
  rejoin.request();
  await clock.advance(2000);
  assert.equal(channel.joins, 1);
  for (let minute = 0; minute < 10; minute += 1) await clock.advance(60_000);
  assert.ok(channel.joins >= 10 && channel.joins <= 20, `${channel.joins} joins`);
  rejoin.cancel();
  assert.equal(clock.timers, 0);
});

test('a session that lasts resets the delay, one that does not last leaves it', async () => {
  const clock = new ManualClock();
  const { channel, rejoin } = createFailingChannel(clock);
  rejoin.request();
  for (let minute = 0; minute < 5; minute += 1) await clock.advance(60_000);
  const joinsWithinTwoSeconds = async (lastingMs: number) => {
    rejoin.cancel();
    rejoin.connected(true);
    await clock.advance(lastingMs);
    const { joins } = channel;
    rejoin.request();
    await clock.advance(2000);
    return channel.joins - joins;
  };
  assert.equal(await joinsWithinTwoSeconds(STABLE_MS - 1), 0);
  assert.equal(await joinsWithinTwoSeconds(STABLE_MS), 1);
  rejoin.cancel();
});
