import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PresenceSender } from '#guildhall/client/gateway/presence-sender.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

function setUp() {
  const clock = new ManualClock();
  const sent: (string | null)[] = [];
  const state = { isConnected: true };
  const sender = new PresenceSender({
    clock,
    isConnected: () => state.isConnected,
    send: (payload) => {
      const { game } = payload as { game: { name: string } | null };
      sent.push(game?.name ?? null);
    },
  });
  return { clock, sent, state, sender };
}

test('of many activities five are sent in twenty seconds, and the newest is the last', async () => {
  const { clock, sent, sender } = setUp();
  for (let count = 0; count < 100; count += 1) sender.show({ name: `a${count}` });
  assert.deepEqual(sent, ['a0', 'a1', 'a2', 'a3', 'a4']);
  await clock.advance(19_999);
  assert.equal(sent.length, 5);
  await clock.advance(1);
  assert.deepEqual(sent.slice(5), ['a99']);
  await clock.advance(60_000);
  const times: number[] = [];
  for (let count = 0; count < 450; count += 1) {
    const before = sent.length;
    sender.show({ name: `b${count}` });
    await clock.advance(100);
    if (sent.length > before) times.push(count);
  }
  // Of any six in a row the last is 20 s after the first.
  assert.ok(times.length > 10 && times.slice(5).every((time, index) => time - (times[index] ?? 0) >= 199));
  await clock.advance(20_000);
  assert.equal(sent.at(-1), 'b449');
  assert.equal(clock.timers, 0);
});

test('an equal activity is sent once, and nothing before the first one', () => {
  const { sent, sender } = setUp();
  sender.show(null);
  sender.sessionBegan();
  sender.connected();
  assert.deepEqual(sent, []);
  sender.show({ name: 'a' });
  sender.show({ name: 'a' });
  sender.show(null);
  sender.show(null);
  assert.deepEqual(sent, ['a', null]);
});

test('an activity is sent again to another session, and to one that is resumed', () => {
  const { sent, state, sender } = setUp();
  sender.show({ name: 'a' });
  state.isConnected = false;
  sender.show({ name: 'b' });
  assert.deepEqual(sent, ['a']);
  state.isConnected = true;
  sender.sessionBegan();
  sender.connected();
  assert.deepEqual(sent, ['a', 'b']);
  // Resumed: what was sent last may not have arrived.
  sender.connected();
  assert.deepEqual(sent, ['a', 'b', 'b']);
  state.isConnected = false;
  sender.show(null);
  state.isConnected = true;
  sender.connected();
  assert.deepEqual(sent, ['a', 'b', 'b', null]);
});

test('a sender that stops leaves no timer', () => {
  const { clock, sender } = setUp();
  for (let count = 0; count < 10; count += 1) sender.show({ name: `a${count}` });
  assert.equal(clock.timers, 1);
  sender.stop();
  assert.equal(clock.timers, 0);
});
