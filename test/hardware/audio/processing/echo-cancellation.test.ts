// test:all sound: cancels the echo of minutes of speech
import assert from 'node:assert/strict';
import { EchoReference } from '#guildhall/hardware/audio/playback/echo-reference.js';
import { blocksOf, cut, delay, join, mix, toStereo } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { noise, randomNumbers, silence, toSample } from '../../../helpers/sound/signals.js';
import { OTHER_SENTENCES, SPEECH_PROGRAMS, speech } from '../../../helpers/sound/speech.js';
import { realTest } from '../../support/programs.js';
import { BLOCK, createProcessor, OFF, processAll, SPEEX_LIBRARY } from './process-all.js';

/** How late the microphone records what the speaker plays, in seconds. */
const DELAY = 0.08;

/** How long the canceller may adapt, in seconds. */
const ADAPTATION = 3;

/** Two voices after each other, about 14 seconds, as played by the speaker. */
function playedSpeech(): Int16Array {
  return join(
    speech(OTHER_SENTENCES, { level: -20 }),
    silence(0.3),
    speech(undefined, { level: -20, voice: 'en-us+f3' }),
  );
}

/** What a microphone records of it: half as loud, late, with reflections of a room that fade within 60 ms. */
function echoOf(played: Int16Array): Int16Array {
  const random = randomNumbers(3);
  const reflections = Array.from({ length: 20 }, () => {
    const late = 0.06 * random();
    return { late, share: (random() - 0.5) * Math.exp(-late / 0.015) };
  });
  const paths = [{ late: 0, share: 1 }, ...reflections].map(({ late, share }) => {
    const factor = share / 2;
    return delay(played, DELAY + late).map((sample) => toSample(sample * factor));
  });
  return mix(...paths);
}

const ON = { ...OFF, echoCancellation: true };

realTest(
  [SPEEX_LIBRARY, ...SPEECH_PROGRAMS],
  'an echo that is 80 ms late is attenuated by more than 20 dB, whatever else is switched on',
  async () => {
    const played = playedSpeech();
    const recorded = mix(echoOf(played), noise(played.length / 48_000, -65));
    const others = [{}, { noiseSuppression: true }, { noiseSuppression: true, automaticGainControl: true }];
    for (const other of others) {
      const settings = { ...ON, ...other };
      const processed = processAll(createProcessor(settings), recorded, played);
      for (const from of [ADAPTATION, 6, 9]) {
        const before = levelOf(cut(recorded, from, from + 3));
        const after = levelOf(cut(processed, from, from + 3));
        const text = `${before} dB became ${after} dB from ${from} s on with ${JSON.stringify(other)}`;
        assert.ok(before - after > 20, text);
      }
    }
    const unchanged = processAll(createProcessor(OFF), recorded, played);
    assert.ok(levelOf(recorded) - levelOf(unchanged) < 0.5, 'an echo is removed although it is switched off');
  },
);

realTest(
  [SPEEX_LIBRARY, ...SPEECH_PROGRAMS],
  'who speaks while an echo is cancelled keeps their level and the course of their speech',
  async () => {
    const played = join(playedSpeech(), silence(0.3), playedSpeech());
    const start = 9;
    const spoken = speech(undefined, { voice: 'en-gb', level: -26 });
    const end = start + spoken.length / 48_000;
    const recorded = mix(join(silence(start), spoken), echoOf(played), noise(played.length / 48_000, -65));
    const processed = cut(processAll(createProcessor(ON), recorded, played), start, end);
    const before = envelopeCorrelation(cut(recorded, start, end), spoken, 0.1).correlation;
    const { correlation } = envelopeCorrelation(processed, spoken, 0.1);
    assert.ok(before < 0.8, `the echo did not disturb the speech: ${before}`);
    assert.ok(correlation > 0.95, `correlation ${correlation}, before ${before}`);
    assert.ok(Math.abs(levelOf(processed) - levelOf(spoken)) < 2);
  },
);

realTest([SPEEX_LIBRARY, ...SPEECH_PROGRAMS], 'speech without an echo is not attenuated', async () => {
  const spoken = speech();
  const processed = processAll(createProcessor(ON), spoken, null);
  assert.ok(envelopeCorrelation(processed, spoken, 0).correlation > 0.99);
  assert.ok(Math.abs(levelOf(processed) - levelOf(spoken)) < 1);
});

realTest(
  [SPEEX_LIBRARY, ...SPEECH_PROGRAMS],
  'an echo is cancelled while blocks are recorded three at a time and some of them late',
  async () => {
    const played = playedSpeech();
    const recorded = mix(echoOf(played), noise(played.length / 48_000, -65));
    const [heard, echoes] = [blocksOf(played, BLOCK), blocksOf(recorded, BLOCK)];
    const [reference, processor] = [new EchoReference(), createProcessor(ON)];
    const processed: Int16Array[] = [];
    for (const [at, block] of heard.entries()) {
      reference.push(toStereo(block));
      // Every half second nothing is recorded for 60 ms.
      if (at % 3 !== 2 || at % 50 >= 44) continue;
      for (const echo of echoes.slice(processed.length, at + 1)) {
        processed.push(processor.process(echo, reference.take()));
      }
    }
    const sound = join(...processed);
    const level = (each: Int16Array) => levelOf(cut(each, ADAPTATION, sound.length / 48_000));
    assert.ok(level(recorded) - level(sound) > 20, `${level(recorded)} dB became ${level(sound)} dB`);
  },
);
