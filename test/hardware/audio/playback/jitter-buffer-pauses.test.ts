import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomNumbers } from '../../../helpers/sound/signals.js';
import { createBuffer } from './support/create-buffer.js';
import { SILENCE_PACKET } from './support/mock-opus.js';
import { type Arrival, packets, playThrough, regular, soundOf } from './support/packets.js';

test('speech whose first packets overtake each other is played from its beginning', () => {
  const { buffer, counts } = createBuffer();
  const [first, second, third, ...rest] = regular(20);
  assert.ok(first && second && third);
  const arrivals = [{ ...third, at: 5 }, { ...first, at: 15 }, { ...second, at: 25 }, ...rest];
  assert.deepEqual(soundOf(playThrough(buffer, arrivals, 400)).slice(0, 17), packets(0, 17));
  assert.equal(counts.lost, 0);
});

/** Speech, all frames of silence, and speech again after a pause, through a network with 200 ms jitter. */
function withPause(ms: number, areTimestampsAdvanced: boolean): Arrival[] {
  const pause = (index: number) => (index < 505 ? 0 : ms);
  const random = randomNumbers(ms);
  return regular(560).map(({ at, frame: { opus, timestamp, ...rest } }, index) => ({
    at: at + pause(index) + random() * 200,
    frame: {
      ...rest,
      opus: index >= 500 && index < 505 ? SILENCE_PACKET : opus,
      timestamp: (timestamp + (areTimestampsAdvanced ? pause(index) * 48 : 0)) >>> 0,
    },
  }));
}

for (const [what, areTimestampsAdvanced, tolerance] of [
  ['stand still', false, 70],
  ['continue', true, 30],
] as const) {
  for (const ms of [60, 150, 700, 3000]) {
    test(`a pause of ${ms} ms in which timestamps ${what} is as long when it is played`, () => {
      const { buffer } = createBuffer();
      const played = playThrough(buffer, withPause(ms, areTimestampsAdvanced), 12_000 + ms);
      const before = played.findLast(({ sound, at }) => at < 10_350 && sound === 'packet 240') ?? {
        at: Number.NaN,
      };
      const after = played.findLast(({ sound }) => sound === 'packet 0') ?? { at: Number.NaN };
      const longer = after.at - before.at - (510 - 495) * 20 - ms;
      assert.ok(Math.abs(longer) <= tolerance, `longer by ${longer} ms`);
      const speech = played.filter(({ at, sound }) => at > before.at + 200 && sound.startsWith('packet '));
      assert.ok(speech.filter(({ sound }) => sound !== 'packet of silence').length >= 53);
      const last = played.findLast(({ sound }) => sound.startsWith('packet ')) ?? { at: Number.NaN };
      const delay = last.at - 559 * 20 - ms;
      assert.ok(delay >= 190 && delay <= 240, `${delay}`);
    });
  }
}
