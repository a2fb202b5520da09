import assert from 'node:assert/strict';
import { cut, join, mix } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { fidelity, pauseSnr } from '../../../helpers/sound/signal-to-noise.js';
import { noise, silence } from '../../../helpers/sound/signals.js';
import { OTHER_SENTENCES, SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { createProcessor, OFF, processAll, SPEEX_LIBRARY } from './process-all.js';

const ON = { ...OFF, noiseSuppression: true };

/** How long the noise may be learned, in seconds. */
const ADAPTATION = 2;

for (const voice of ['en-us', 'en-us+f3']) {
  realTest(
    [SPEEX_LIBRARY, ...SPEECH_PROGRAMS],
    `white noise 10 dB below speech is suppressed by more than 10 dB, and the speech stays (${voice})`,
    async () => {
      const spoken = join(
        silence(1),
        speech(undefined, { voice }),
        silence(1),
        speech(OTHER_SENTENCES, { voice }),
      );
      const noisy = mix(spoken, noise(spoken.length / 48_000, levelOf(spoken) - 10));
      const measure = (sound: Int16Array) => {
        const [part, clean] = [cut(sound, ADAPTATION), cut(spoken, ADAPTATION)];
        return { pause: pauseSnr(part, clean), within: fidelity(part, clean), level: levelOf(part) };
      };
      const before = measure(processAll(createProcessor(OFF), noisy));
      const processed = processAll(createProcessor(ON), noisy);
      const after = measure(processed);
      // Speech beside its pauses, and speech beside all that is left of the noise within it, distortion included.
      assert.ok(after.pause - before.pause > 10, `${before.pause} dB became ${after.pause} dB`);
      assert.ok(after.within - before.within > 7, `${before.within} dB became ${after.within} dB`);
      assert.ok(Math.abs(before.within - 10) < 0.5);
      assert.ok(Math.abs(after.level - levelOf(cut(spoken, ADAPTATION))) < 1);
      assert.ok(envelopeCorrelation(processed, spoken, 0).correlation > 0.98);
    },
  );
}

realTest([SPEEX_LIBRARY], 'noise alone is attenuated by more than 20 dB', async () => {
  const sound = noise(6, -50);
  const level = (settings: typeof ON) =>
    levelOf(cut(processAll(createProcessor(settings), sound), ADAPTATION));
  assert.ok(Math.abs(level(OFF) - levelOf(sound)) < 0.5);
  assert.ok(level(ON) < levelOf(sound) - 20);
});
