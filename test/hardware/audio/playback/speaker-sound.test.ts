import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpeakerSound } from '#guildhall/hardware/audio/playback/speaker-sound.js';
import { MALFORMED, MockOpus, packetOf, SILENCE_PACKET } from './support/mock-opus.js';
import { frameOf } from './support/packets.js';

/** A speaker whose packets all have the same value, and what is played of them. */
class Bench {
  readonly opus = new MockOpus();
  readonly speaker = new SpeakerSound(this.opus, () => {});
  now = 0;

  push(index: number, opus = packetOf(50)): void {
    this.speaker.push(frameOf(index, { opus }), this.now);
  }

  /** Plays 10 ms. @returns the first sample of the left channel; null for silence */
  read(): number | null {
    const block = this.speaker.read(this.now);
    this.now += 10;
    if (block !== null) assert.equal(block.length, 960);
    return block?.[0] ?? null;
  }

  /** Plays some time, with packets that arrive every 20 ms. */
  play(from: number, to: number, opus?: Buffer): (number | null)[] {
    return Array.from({ length: to - from }, (_, index) => {
      this.push(from + index, opus);
      return [this.read(), this.read()];
    }).flat();
  }
}

test('packets are decoded in order, and a speaker who ends with silence is inactive', () => {
  const bench = new Bench();
  bench.play(0, 5);
  bench.play(5, 10, SILENCE_PACKET);
  for (let round = 0; round < 5; round += 1) bench.read();
  assert.deepEqual(bench.opus.calls, [
    ...new Array(5).fill('decode 50'),
    ...new Array(5).fill('decode silence'),
  ]);
  assert.equal(bench.read(), null);
  assert.equal(bench.speaker.isActive, false);
});

test('a lost packet is recovered from the next', () => {
  const bench = new Bench();
  bench.play(0, 5);
  bench.read();
  bench.read();
  bench.play(6, 10, packetOf(60));
  assert.ok(bench.opus.calls.includes('recover from 60'), bench.opus.calls.join());
});

test('sound that breaks off is concealed, faded out, and then no longer decoded', () => {
  const bench = new Bench();
  bench.play(0, 5);
  const rest = Array.from({ length: 40 }, () => bench.read());
  const first = rest.indexOf(null);
  assert.ok(first >= 20 && first <= 26, `${first}`);
  const concealed = bench.opus.calls.filter((call) => call === 'conceal 480').length;
  assert.ok(concealed >= 9 && concealed <= 11, `${concealed}`);
  const audible = rest.slice(0, first).map((sample) => sample ?? 0);
  assert.ok(audible.every((sample, at) => at === 0 || sample <= (audible[at - 1] ?? 0)));
  assert.equal(audible.at(-1), 0);
});

test('sound fades in again when packets arrive after a gap', () => {
  const bench = new Bench();
  bench.play(0, 5);
  for (let round = 0; round < 20; round += 1) bench.read();
  const again = bench.play(5, 20);
  const rise = again.slice(again.indexOf(0)).filter((sample) => sample !== null && sample < 5000);
  assert.ok(rise.length >= 2, again.join());
  assert.equal(again.at(-1), 5000);
});

test('a malformed packet is concealed, and what follows is played', () => {
  const bench = new Bench();
  bench.play(0, 5);
  bench.play(5, 6, MALFORMED);
  const rest = bench.play(6, 12);
  assert.ok(bench.opus.calls.includes('decode 255') && bench.opus.calls.includes('conceal 960'));
  assert.ok(rest.every((sample) => sample === 5000));
});

test('nothing that is not Opus throws', () => {
  const bench = new Bench();
  const malformed = [Buffer.alloc(0), Buffer.of(0xff), Buffer.of(0xff, 0), MALFORMED];
  for (const [index, opus] of malformed.entries()) bench.play(index * 10, index * 10 + 10, opus);
  for (let round = 0; round < 100; round += 1) bench.read();
  assert.equal(bench.speaker.isActive, false);
});

test('a delay that the network no longer needs is reduced, most in pauses', () => {
  const bench = new Bench();
  bench.play(0, 5);
  // The network stops for 190 ms and then delivers everything at once.
  for (let round = 0; round < 19; round += 1) bench.read();
  for (let index = 5; index < 15; index += 1) bench.push(index);
  const waiting = (sent: number) =>
    sent - bench.opus.calls.filter((call) => call.startsWith('decode')).length;
  bench.play(15, 100);
  assert.ok(waiting(100) >= 8, `${waiting(100)} packets wait`);
  bench.play(100, 1500);
  assert.ok(waiting(1500) <= 6, `${waiting(1500)} packets wait after speech`);
  bench.play(1500, 1520, packetOf(0));
  assert.ok(waiting(1520) <= 3, `${waiting(1520)} packets wait after a pause`);
});

test('a decoder is made with the first packet and freed at the end', () => {
  const bench = new Bench();
  bench.read();
  assert.equal(bench.opus.open, 0);
  bench.play(0, 5);
  assert.equal(bench.opus.open, 1);
  bench.speaker.close();
  assert.equal(bench.opus.open, 0);
});

test('a sender that starts over gets another decoder, one that pauses does not', () => {
  const bench = new Bench();
  const pause = () => {
    for (let round = 0; round < 150; round += 1) bench.read();
  };
  bench.play(0, 5);
  pause();
  bench.play(5, 10);
  pause();
  bench.play(100, 105);
  assert.equal(bench.opus.created, 1);
  pause();
  bench.play(30_000, 30_005);
  assert.deepEqual([bench.opus.created, bench.opus.open], [2, 1]);
});
