import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArrivalDelays } from '#guildhall/hardware/audio/playback/arrival-delays.js';
import { fc } from '../../../helpers/fast-check.js';
import { randomNumbers } from '../../../helpers/sound/signals.js';
import { createBuffer } from './support/create-buffer.js';
import { packetOf, SILENCE_PACKET } from './support/mock-opus.js';
import { type Arrival, frameOf, packets, playThrough, regular, soundOf } from './support/packets.js';

test('packets are played in order over the wrap of sequence and timestamp, 40 ms after the first arrived', () => {
  const { buffer, counts } = createBuffer();
  const played = playThrough(buffer, regular(50), 1000);
  assert.equal(played.find(({ sound }) => sound === 'packet 0')?.at, 40);
  assert.deepEqual(soundOf(played), packets(0, 48));
  assert.deepEqual(counts, { played: 48, lost: 0 });
});

test('duplicates are dropped and packets that overtook others are put in order', () => {
  const { buffer, counts } = createBuffer();
  const [first, second, third, ...rest] = regular(20);
  assert.ok(first && second && third);
  const arrivals = [first, { ...third, at: 20 }, { ...second, at: 35 }, ...rest, ...rest, second];
  assert.deepEqual(soundOf(playThrough(buffer, arrivals, 400)).slice(0, 18), packets(0, 18));
  assert.equal(counts.lost, 0);
});

test('a packet that was lost can be recovered from the one after it', () => {
  const { buffer, counts } = createBuffer();
  const arrivals = regular(10).filter((_, index) => index !== 4);
  const sound = soundOf(playThrough(buffer, arrivals, 220));
  assert.deepEqual(sound.slice(0, 9), [...packets(0, 4), 'recoverable', ...packets(5, 9)]);
  assert.deepEqual(counts.lost, 1);
});

test('of several packets that were lost in a row the last can be recovered', () => {
  const { buffer, counts } = createBuffer();
  const arrivals = regular(12).filter((_, index) => index !== 4 && index !== 5);
  const sound = soundOf(playThrough(buffer, arrivals, 260));
  assert.deepEqual(sound.slice(0, 9), [...packets(0, 4), 'lost', 'recoverable', ...packets(6, 9)]);
  assert.equal(counts.lost, 2);
});

test('speech ends with a packet of silence without anything concealed', () => {
  const { buffer } = createBuffer();
  const silence = [5, 6, 7, 8, 9].map((index) => ({
    at: index * 20,
    frame: frameOf(index, { opus: SILENCE_PACKET }),
  }));
  const sound = soundOf(playThrough(buffer, [...regular(5), ...silence], 1000));
  assert.deepEqual(sound, [...packets(0, 5), ...new Array(5).fill('packet of silence')]);
  assert.ok(buffer.isIdle);
});

test('speech that breaks off is bridged for 200 ms', () => {
  const { buffer } = createBuffer();
  const sound = soundOf(playThrough(buffer, regular(5), 1000));
  assert.deepEqual(sound, [...packets(0, 5), ...new Array(20).fill('late')]);
  assert.ok(buffer.isIdle);
});

test('the delay starts over after a pause in which timestamps stood still', () => {
  const { buffer } = createBuffer();
  const second = regular(20, 5).map(({ at, frame }) => ({ at: at + 3000, frame }));
  const played = playThrough(buffer, [...regular(5), ...second], 4000);
  assert.equal(played.find(({ sound }) => sound === 'packet 5')?.at, 3140);
});

test('the delay starts over after the output was closed in the middle of speech', () => {
  const { buffer, counts } = createBuffer();
  playThrough(buffer, regular(5), 120);
  const second = regular(200, 5).map(({ at, frame }) => ({ at: at + 4000, frame }));
  const played = playThrough(buffer, second, 8000, 4000);
  assert.equal(played.find(({ sound }) => sound === 'packet 5')?.at, 4140);
  assert.equal(counts.lost, 0);
});

test('packets that all take longer than before are played, not dropped as too old', () => {
  const { buffer } = createBuffer();
  const slower = regular(400, 100).map(({ at, frame }) => ({ at: at + 700, frame }));
  const sound = soundOf(playThrough(buffer, [...regular(100), ...slower], 10_700));
  assert.ok(sound.filter((each) => each.startsWith('packet')).length >= 480);
  assert.ok(!sound.includes('lost') && !sound.includes('recoverable'));
});

test('a pause within speech, with timestamps that continue, is kept', () => {
  const { buffer, counts } = createBuffer();
  const paused = regular(10, 5).map(({ at, frame: { sequence, timestamp, ...rest } }) => ({
    at: at + 100,
    frame: { ...rest, sequence, timestamp: (timestamp + 100 * 48) >>> 0 },
  }));
  const played = playThrough(buffer, [...regular(5), ...paused], 480);
  assert.equal(played.find(({ sound }) => sound === 'packet 5')?.at, 240);
  assert.equal(counts.lost, 0);
});

test('a sender that starts over with other numbers is played after its second packet', () => {
  const { buffer } = createBuffer();
  const other = Array.from({ length: 20 }, (_, index) => ({
    at: 200 + index * 20,
    frame: frameOf(0, { sequence: 3000 + index, timestamp: 77 + index * 960, opus: packetOf(100 + index) }),
  }));
  const sound = soundOf(playThrough(buffer, [...regular(10), ...other], 560));
  assert.deepEqual(sound.filter((each) => each.startsWith('packet 1')).slice(-5), packets(111, 116));
  assert.ok(!sound.includes('packet 100') && sound.includes('packet 101'));
});

test('single packets with foreign numbers change nothing', () => {
  const { buffer } = createBuffer();
  const stray = [3, 7, 11].map((index) => ({
    at: index * 20 + 1,
    frame: frameOf(index, { sequence: 20_000 + index, timestamp: 5 }),
  }));
  assert.deepEqual(soundOf(playThrough(buffer, [...regular(20), ...stray], 400)), packets(0, 18));
});

test('packets of 2.5 to 120 ms are played one after the other', () => {
  // Configuration and number of frames: 2.5 ms, 5 ms, 60 ms, two of 60 ms.
  for (const [opus, samples] of [
    [Buffer.from([0xe0, 0]), 120],
    [Buffer.from([0xe8, 0]), 240],
    [Buffer.from([0x18, 0]), 2880],
    [Buffer.from([0x1b, 2]), 5760],
  ] as const) {
    const { buffer, counts } = createBuffer();
    const arrivals = Array.from({ length: 20 }, (_, index) => ({
      at: (index * samples) / 48,
      frame: frameOf(0, { sequence: index, timestamp: index * samples, opus }),
    }));
    playThrough(buffer, arrivals, (20 * samples) / 48 + 60);
    assert.deepEqual([samples, counts], [samples, { played: 20, lost: 0 }]);
  }
});

/** Packets that are each delayed by up to `jitter` milliseconds, some of which are lost. */
function impaired(count: number, jitter: number, loss: number, seed: number): Arrival[] {
  const random = randomNumbers(seed);
  return regular(count)
    .map(({ at, frame }) => ({ at: at + random() * jitter, frame }))
    .filter(() => random() >= loss);
}

/** The nth packet of 20 ms arrived at its time, all in the order of their arrival. */
function observe(delays: ArrivalDelays, arrivals: readonly Arrival[]): void {
  const first = frameOf(0).timestamp;
  for (const { at, frame } of arrivals.toSorted((a, b) => a.at - b.at)) {
    delays.observe(at - ((frame.timestamp - first) >>> 0) / 48, at);
  }
}

test('few packets come too late with any jitter, once the delay has adapted', () => {
  for (const jitter of [20, 60, 120, 200, 300]) {
    const { buffer, counts } = createBuffer();
    const arrivals = impaired(3000, jitter, 0, jitter);
    playThrough(buffer, arrivals, 10_000);
    counts.lost = 0;
    counts.played = 0;
    playThrough(
      buffer,
      arrivals.filter(({ at }) => at > 9990),
      60_000,
      10_000,
    );
    assert.ok(counts.lost / (counts.lost + counts.played) < 0.05, JSON.stringify({ jitter, ...counts }));
  }
});

test('the delay shrinks within half a minute when the network calms down', () => {
  const delays = new ArrivalDelays();
  observe(delays, impaired(500, 200, 0, 1));
  assert.ok(delays.target >= 180, `${delays.target}`);
  observe(delays, regular(1500, 500));
  assert.ok(delays.target <= 40, `${delays.target}`);
});

test('the delay does not exceed the jitter by more than 40 ms', () => {
  for (const jitter of [20, 60, 120, 200, 300]) {
    const delays = new ArrivalDelays();
    observe(delays, impaired(3000, jitter, 0, jitter));
    assert.ok(delays.target < jitter + 40, `${jitter}: ${delays.target}`);
  }
});

test('the fraction of lost packets is that of the network', () => {
  const { buffer, counts } = createBuffer();
  playThrough(buffer, impaired(2000, 10, 0.2, 5), 40_000);
  const fraction = counts.lost / (counts.lost + counts.played);
  assert.ok(fraction > 0.16 && fraction < 0.24, `${fraction}`);
});

test('of packets that are not played the last 64 are kept', () => {
  const { buffer } = createBuffer();
  for (const { at, frame } of regular(1000)) {
    buffer.push(frame, at);
    assert.ok(buffer.length <= 64, `${buffer.length}`);
  }
  // What has waited for long is passed over when the output is open again.
  const [first] = soundOf(playThrough(buffer, [], 20_010, 20_000));
  assert.ok(Number(first?.slice('packet '.length)) >= 995 % 255, first);
});

const hostileFrame = fc.record({
  at: fc.integer({ min: 0, max: 2000 }),
  frame: fc.record({
    userId: fc.constant('1'),
    sequence: fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 0, max: 200 })),
    timestamp: fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 0, max: 200_000 })),
    opus: fc.oneof(
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc.constant(SILENCE_PACKET),
    ),
  }),
});

test('any packets are played in bounded time and memory, and the buffer becomes idle', () => {
  fc.assert(
    fc.property(fc.array(hostileFrame, { maxLength: 300 }), (arrivals) => {
      const { buffer } = createBuffer();
      const sorted = arrivals.toSorted((a, b) => a.at - b.at);
      for (const { at, frame } of sorted) {
        buffer.push(frame, at);
        assert.ok(buffer.length <= 64);
      }
      playThrough(buffer, sorted, 30_000);
      assert.ok(buffer.isIdle);
    }),
    { numRuns: 150 },
  );
});

test('any order, loss and duplication plays each packet at most once and in order', () => {
  const network = fc.array(
    fc.record({ index: fc.integer({ min: 0, max: 99 }), delay: fc.integer({ min: 0, max: 400 }) }),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(network, (sent) => {
      const { buffer } = createBuffer();
      const arrivals = sent.map(({ index, delay }) => ({ at: index * 20 + delay, frame: frameOf(index) }));
      const indexes = soundOf(playThrough(buffer, arrivals, 6000))
        .filter((sound) => sound.startsWith('packet'))
        .map((sound) => Number(sound.slice('packet '.length)));
      assert.deepEqual(
        indexes,
        [...new Set(indexes)].toSorted((a, b) => a - b),
      );
    }),
    { numRuns: 200 },
  );
});
