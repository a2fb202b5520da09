import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startMemoryRelease } from '#guildhall/platform/memory-release.js';
import { ManualClock } from '../hardware/support/manual-clock.js';

const MEGABYTE = 1024 * 1024;

/** A process whose memory a test sets, and which returns 10 MB at a release. */
function startWith(memory: { resident: number }) {
  const clock = new ManualClock();
  let releases = 0;
  const release = () => {
    releases += 1;
    memory.resident -= 10 * MEGABYTE;
  };
  const component = startMemoryRelease({ clock, readMemory: () => memory.resident, release });
  return { clock, component, releases: () => releases };
}

test('memory is released after it has grown, and again only after it has grown again', async () => {
  const memory = { resident: 100 * MEGABYTE };
  const { clock, component, releases } = startWith(memory);
  await clock.advance(60_000);
  assert.equal(releases(), 0);
  memory.resident = 120 * MEGABYTE;
  await clock.advance(60_000);
  assert.equal(releases(), 1);
  memory.resident += 20 * MEGABYTE;
  await clock.advance(60_000);
  assert.equal(releases(), 2);
  memory.resident += 200 * MEGABYTE;
  await component.stop();
  await clock.advance(60_000);
  assert.equal(releases(), 2);
});

test('growth counts from the lowest measured level', async () => {
  const memory = { resident: 200 * MEGABYTE };
  const { clock, releases } = startWith(memory);
  memory.resident = 100 * MEGABYTE;
  await clock.advance(60_000);
  memory.resident = 120 * MEGABYTE;
  await clock.advance(60_000);
  assert.equal(releases(), 1);
});
