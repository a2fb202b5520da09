import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realTest } from '../../hardware/support/programs.js';
import { amplify, delay, fromBytes, join, mix, repeat, toBytes } from './edit.js';
import { envelopeCorrelation } from './envelope.js';
import { levelOf, SILENT } from './levels.js';
import { alignTo, fidelity, pauseSnr } from './signal-to-noise.js';
import { noise, silence, tone } from './signals.js';
import { OTHER_SENTENCES, SPEECH_PROGRAMS, speech } from './speech.js';

const near = (actual: number, expected: number, tolerance: number) =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);

test('signals have the level that they were made with', () => {
  near(levelOf(tone(440, 1, -20)), -20, 0.1);
  near(levelOf(noise(1, -40)), -40, 0.2);
  near(levelOf(amplify(tone(440, 1, -20), -15)), -35, 0.1);
  assert.equal(levelOf(silence(0.1)), SILENT);
  assert.deepEqual(fromBytes(toBytes(noise(0.1))), noise(0.1));
});

realTest(SPEECH_PROGRAMS, 'envelope correlation finds a delayed copy and refuses another text', async () => {
  const spoken = speech();
  near(levelOf(spoken), -26, 0.2);
  const copy = envelopeCorrelation(delay(amplify(join(spoken, silence(1)), -12), 0.5), spoken);
  assert.ok(copy.correlation > 0.99 && copy.lag === 0.5, JSON.stringify(copy));
  const other = envelopeCorrelation(repeat(speech(OTHER_SENTENCES), 9), spoken);
  assert.ok(other.correlation < 0.6, JSON.stringify(other));
});

realTest(SPEECH_PROGRAMS, 'both measures of noise agree on noise that is added to speech', async () => {
  const spoken = speech();
  const noisy = mix(spoken, noise(spoken.length / 48_000, -36));
  near(fidelity(noisy, spoken), 10, 0.5);
  near(pauseSnr(noisy, spoken), 10, 3);
  near(fidelity(alignTo(delay(noisy, 0.01), spoken, 960), spoken), 10, 0.5);
});
