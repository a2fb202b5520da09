// test:all sound: minutes of noise
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProcessing } from '#guildhall/hardware/audio/processing/open-processing.js';
import { NOISES } from '../../../helpers/sound/noises.js';
import { realTest } from '../../support/programs.js';
import { SPEEX_LIBRARY } from '../processing/process-all.js';
import { spurtsOf } from '../support/spurts.js';

for (const [name, make] of Object.entries(NOISES)) {
  test(`a minute of ${name} noise at -60 dB is not sent, by either kind of threshold`, () => {
    const sound = make(60, -60);
    assert.deepEqual(spurtsOf(sound), []);
    assert.deepEqual(spurtsOf(sound, -60), []);
    assert.deepEqual(spurtsOf(sound, -50), []);
  });
}

for (const [name, make] of Object.entries(NOISES)) {
  realTest(
    [SPEEX_LIBRARY],
    `a minute of ${name} noise at -60 dB is not sent either if it is processed`,
    async () => {
      const sound = make(60, -60);
      for (const automaticGainControl of [true, false]) {
        const processor = openProcessing().createProcessor();
        processor.configure({ echoCancellation: false, noiseSuppression: true, automaticGainControl });
        assert.deepEqual(
          spurtsOf(sound, null, (block) => processor.process(block, null)),
          [],
        );
        processor.close();
      }
    },
  );
}

realTest([SPEEX_LIBRARY], 'what noise suppression leaves of a loud fan is rarely sent', async () => {
  const processor = openProcessing().createProcessor();
  processor.configure({ echoCancellation: false, noiseSuppression: true, automaticGainControl: false });
  const fan = NOISES.fan?.(60, -45) ?? assert.fail();
  const spurts = spurtsOf(fan, null, (block) => processor.process(block, null));
  processor.close();
  assert.ok(spurts.length <= 15, JSON.stringify(spurts));
});
