import assert from 'node:assert/strict';
import { loadOpus } from '#guildhall/platform/native/opus.js';
import { loadSpeexDsp } from '#guildhall/platform/native/speex-dsp.js';
import { realTest } from '../hardware/support/programs.js';
import { opusExercises, speexDspExercises } from '../sanitizers/sound-exercises.js';

realTest(['libopus.so.0'], 'the binding of libopus refuses wrong arguments', async () => {
  const { binding } = loadOpus();
  assert.ok(binding !== null);
  for (const exercise of Object.values(opusExercises(binding))) exercise();
});

realTest(['libspeexdsp.so.1'], 'the binding of libspeexdsp refuses wrong arguments', async () => {
  const { binding } = loadSpeexDsp();
  assert.ok(binding !== null);
  for (const exercise of Object.values(speexDspExercises(binding))) exercise();
});
