import assert from 'node:assert/strict';
import { Resampler } from '#guildhall/hardware/audio/processing/resampler.js';
import { loadSpeexDsp } from '#guildhall/platform/native/speex-dsp.js';
import { blocksOf, cut, join } from '../../../helpers/sound/edit.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { SAMPLE_RATE, tone } from '../../../helpers/sound/signals.js';
import { realTest } from '../../support/programs.js';
import { SPEEX_LIBRARY } from './process-all.js';

function createResampler(from: number, to: number): Resampler {
  const { binding } = loadSpeexDsp();
  assert.ok(binding !== null);
  return new Resampler(binding, from, to);
}

/** How often a sound rises through zero. */
function countPeriods(sound: Int16Array): number {
  return sound.reduce((count, sample, at) => count + (sample >= 0 && (sound[at - 1] ?? 0) < 0 ? 1 : 0), 0);
}

for (const rate of [16_000, 44_100, 96_000]) {
  realTest([SPEEX_LIBRARY], `sound of ${rate} Hz keeps pitch, level and duration at 48 kHz`, async () => {
    // A tone of 1 kHz in samples of this rate.
    const recorded = tone((1000 * SAMPLE_RATE) / rate, (2 * rate) / SAMPLE_RATE, -20);
    const resampler = createResampler(rate, SAMPLE_RATE);
    const sound = join(...blocksOf(recorded, rate / 100).map((block) => resampler.process(block)));
    assert.ok(Math.abs(sound.length - 2 * SAMPLE_RATE) < SAMPLE_RATE / 100, `${sound.length} samples`);
    assert.ok(Math.abs(countPeriods(cut(sound, 0.5, 1.5)) - 1000) <= 1);
    assert.ok(Math.abs(levelOf(cut(sound, 0.5, 1.5)) - -20) < 0.5);
    resampler.close();
  });
}

realTest([SPEEX_LIBRARY], 'rates that no device has are refused', async () => {
  assert.throws(() => createResampler(0, SAMPLE_RATE), TypeError);
  assert.throws(() => createResampler(SAMPLE_RATE, 400_000), TypeError);
});
