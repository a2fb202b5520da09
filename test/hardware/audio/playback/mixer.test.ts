import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mixer } from '#guildhall/hardware/audio/playback/mixer.js';
import { GainRamp, gainOf } from '#guildhall/hardware/audio/playback/voice-gain.js';
import { blocksOf, channelOf, join, toStereo } from '../../../helpers/sound/edit.js';
import { levelOf, peakOf } from '../../../helpers/sound/levels.js';
import { tone } from '../../../helpers/sound/signals.js';

const PAN = { left: 1, right: 1 };

/** Mixes sounds in mono, each with its settings. @returns stereo */
function mix(
  sounds: readonly { sound: Int16Array; volume?: number; mute?: boolean; pan?: typeof PAN }[],
  outputVolume = 100,
): Int16Array {
  const mixer = new Mixer();
  const tracks = sounds.map(({ sound, volume = 100, mute = false, pan = PAN }) => ({
    blocks: blocksOf(toStereo(sound), 960),
    gain: new GainRamp(gainOf({ volume, mute, pan })),
  }));
  const blocks = tracks[0]?.blocks.map((_, at) => {
    for (const track of tracks) mixer.add(track.blocks[at] ?? new Int16Array(960), track.gain);
    return mixer.finish(outputVolume).slice();
  });
  return join(...(blocks ?? []));
}

function assertNear(actual: number, expected: number, tolerance = 0.1): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

test('the level follows the volume of the user and of the output', () => {
  const sound = tone(440, 1, -30);
  for (const [volume, output] of [
    [100, 100],
    [200, 100],
    [50, 100],
    [100, 200],
    [100, 25],
    [150, 150],
  ] as const) {
    const gain = 20 * Math.log10((volume / 100) * (output / 100));
    assertNear(levelOf(mix([{ sound, volume }], output)), -30 + gain);
  }
  assert.equal(peakOf(mix([{ sound, volume: 0 }])), Number.NEGATIVE_INFINITY);
  assert.equal(peakOf(mix([{ sound, mute: true }])), Number.NEGATIVE_INFINITY);
});

test('pan sets the volume of each ear', () => {
  const mixed = mix([{ sound: tone(440, 1, -30), pan: { left: 0.5, right: 0 } }]);
  assertNear(levelOf(channelOf(mixed, 'left')), -36);
  assert.equal(peakOf(channelOf(mixed, 'right')), Number.NEGATIVE_INFINITY);
});

test('sounds are added up', () => {
  assertNear(levelOf(mix([{ sound: tone(440, 1, -30) }, { sound: tone(700, 1, -30) }])), -27);
});

test('sums above full scale are reduced without wrapping around', () => {
  const loud = [440, 500, 561, 630].map((frequency) => ({ sound: tone(frequency, 2, -9) }));
  const mixed = mix(loud, 200);
  assert.ok(peakOf(mixed) > -1 && peakOf(mixed) < 0, `${peakOf(mixed)}`);
  const samples = channelOf(mixed, 'left');
  const steps = samples.map((sample, at) => Math.abs(sample - (samples[at - 1] ?? sample)) / 4);
  assert.ok(Math.max(...steps) < 2000, `${Math.max(...steps)}`);
  const clipped = samples.filter((sample) => Math.abs(sample) >= 32_767).length;
  assert.ok(clipped < samples.length / 1000, `${clipped} samples are clipped`);
});

test('the volume returns after a loud moment', () => {
  const quiet = tone(440, 2, -30);
  const loud = join(tone(500, 0.2, -3), new Int16Array(48_000 * 1.8));
  const mixed = mix([{ sound: quiet }, { sound: loud, volume: 200 }]);
  assertNear(levelOf(mixed.slice(-48_000)), -30, 0.5);
});

test('a new setting changes the volume over 10 ms', () => {
  const mixer = new Mixer();
  const gain = new GainRamp({ left: 1, right: 1 });
  const sound = new Int16Array(960).fill(10_000);
  mixer.add(sound, gain);
  mixer.finish(100);
  gain.set({ left: 0, right: 2 });
  mixer.add(sound, gain);
  const changing = mixer.finish(100).slice();
  assert.deepEqual([changing[0], changing[480], changing[481]], [10_000, 5000, 15_000]);
  mixer.add(sound, gain);
  assert.deepEqual([...mixer.finish(100).slice(0, 2)], [0, 20_000]);
});
