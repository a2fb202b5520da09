import assert from 'node:assert/strict';
import { amplify, cut, join, mix } from '../../../helpers/sound/edit.js';
import { levelOf, peakOf } from '../../../helpers/sound/levels.js';
import { noise, silence } from '../../../helpers/sound/signals.js';
import { OTHER_SENTENCES, SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { createProcessor, OFF, processAll, SPEEX_LIBRARY } from './process-all.js';

const ON = { ...OFF, automaticGainControl: true };

/** How long the gain may be adjusted, in seconds. */
const ADAPTATION = 4;

realTest(
  [SPEEX_LIBRARY, ...SPEECH_PROGRAMS],
  'speech of -40 dB and of -10 dB, measured in RMS or in peaks, comes to one level without clipping',
  async () => {
    const spoken = join(speech(), silence(0.3), speech(OTHER_SENTENCES));
    for (const [measure, levelIn] of [
      [levelOf, 'RMS'],
      [peakOf, 'peaks'],
    ] as const) {
      for (const noiseSuppression of [false, true]) {
        const levels = [-40, -25, -10].map((level) => {
          // The loudest is recorded with clipping, as by a microphone that is set too loud.
          const recorded = mix(amplify(spoken, level - measure(spoken)), noise(spoken.length / 48_000, -75));
          const settled = cut(processAll(createProcessor({ ...ON, noiseSuppression }), recorded), ADAPTATION);
          assert.ok(peakOf(settled) < -3, `peaks at ${peakOf(settled)} dB`);
          return levelOf(settled);
        });
        const spread = Math.max(...levels) - Math.min(...levels);
        assert.ok(spread < 6, `${levels.join(', ')} dB in ${levelIn}`);
        assert.ok(Math.min(...levels) > -35, `${levels.join(', ')} dB in ${levelIn}`);
      }
    }
  },
);

realTest([SPEEX_LIBRARY], 'noise of -60 dB is not raised above -45 dB', async () => {
  const processed = processAll(createProcessor(ON), noise(20, -60));
  assert.ok(levelOf(cut(processed, 15)) < -45, `${levelOf(cut(processed, 15))} dB`);
});

realTest([SPEEX_LIBRARY, ...SPEECH_PROGRAMS], 'speech keeps its level while it is switched off', async () => {
  const spoken = speech(undefined, { level: -40 });
  assert.ok(Math.abs(levelOf(processAll(createProcessor(OFF), spoken)) - -40) < 0.5);
});
