import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realTest } from '../../hardware/support/programs.js';
import { amplify, cut, delay, fromBytes, join, mix, repeat, toBytes } from './edit.js';
import { envelopeCorrelation, varyingCorrelation } from './envelope.js';
import { levelOf, SILENT } from './levels.js';
import { alignTo, fidelity, pauseSnr } from './signal-to-noise.js';
import { noise, SAMPLE_RATE, silence, tone } from './signals.js';
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

realTest(
  SPEECH_PROGRAMS,
  'correlation with varying lags accepts a delay that changes, and nothing missing',
  async () => {
    const spoken = speech();
    const parts = [
      cut(spoken, 0, 2),
      cut(spoken, 2, 4),
      cut(spoken, 4, spoken.length / SAMPLE_RATE),
    ] as const;
    const varying = join(silence(0.4), parts[0], silence(0.08), parts[1], cut(parts[2], 0.05, Infinity));
    const { correlation, lag } = varyingCorrelation(varying, spoken, 0.9);
    assert.ok(correlation > 0.95 && lag >= 0.38 && lag <= 0.5, JSON.stringify({ correlation, lag }));
    const gaps = spoken.map((sample, at) => (at % SAMPLE_RATE < 0.3 * SAMPLE_RATE ? 0 : sample));
    const swapped = join(parts[1], parts[0], parts[2]);
    for (const damaged of [gaps, swapped, repeat(speech(OTHER_SENTENCES), 9)]) {
      const other = varyingCorrelation(damaged, spoken, 0.9);
      assert.ok(other.correlation < 0.85, JSON.stringify(other));
    }
  },
);
