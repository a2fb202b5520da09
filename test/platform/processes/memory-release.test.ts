import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryRelease } from '#guildhall/platform/processes/memory-release.js';
import { ManualClock } from '../../hardware/support/manual-clock.js';

const MEGABYTE = 1024 * 1024;

/** A process whose memory a test sets, and which returns what is free when it is told to. */
function startWith(memory: { used: number; free: number }) {
  const clock = new ManualClock();
  let releases = 0;
  const release = () => {
    releases += 1;
    memory.free = 0;
  };
  const readMemory = () => memory.used + memory.free;
  return { clock, component: new MemoryRelease({ clock, readMemory, release }), releases: () => releases };
}

test('memory freed by the start is released after a few seconds', async () => {
  const memory = { used: 100 * MEGABYTE, free: 10 * MEGABYTE };
  const { clock } = startWith(memory);
  await clock.advance(5_000);
  assert.equal(memory.free, 0);
});

test('memory is released only after growth', async () => {
  const memory = { used: 100 * MEGABYTE, free: 10 * MEGABYTE };
  const { clock, releases } = startWith(memory);
  await clock.advance(600_000);
  const afterStart = releases();
  memory.free += 10 * MEGABYTE;
  await clock.advance(600_000);
  assert.equal(releases(), afterStart);
});

test('memory freed a minute after growth is released', async () => {
  const memory = { used: 100 * MEGABYTE, free: 0 };
  const { clock } = startWith(memory);
  memory.used += 50 * MEGABYTE;
  await clock.advance(60_000);
  memory.used -= 50 * MEGABYTE;
  memory.free += 50 * MEGABYTE;
  await clock.advance(60_000);
  assert.equal(memory.free, 0);
});

test('memory that stays in use is not released repeatedly', async () => {
  const memory = { used: 100 * MEGABYTE, free: 0 };
  const { clock, releases } = startWith(memory);
  memory.used += 50 * MEGABYTE;
  await clock.advance(600_000);
  const first = releases();
  assert.ok(first > 0);
  await clock.advance(600_000);
  assert.equal(releases(), first);
});

test('growth is measured from the lowest level, until stop', async () => {
  const memory = { used: 200 * MEGABYTE, free: 0 };
  const { clock, component, releases } = startWith(memory);
  memory.used = 100 * MEGABYTE;
  await clock.advance(60_000);
  memory.used = 120 * MEGABYTE;
  await clock.advance(60_000);
  assert.ok(releases() > 0);
  const before = releases();
  await component.stop();
  memory.used = 500 * MEGABYTE;
  await clock.advance(600_000);
  assert.equal(releases(), before);
});
