// test:all sound: times of what the other files measure with
import assert from 'node:assert/strict';
import { realTest } from '../hardware/support/programs.js';
import { ATTEMPTS } from '../helpers/attempts.js';
import { channelOf, join } from '../helpers/sound/edit.js';
import { envelopeCorrelation } from '../helpers/sound/envelope.js';
import { levelOf, SILENT } from '../helpers/sound/levels.js';
import { silence, tone } from '../helpers/sound/signals.js';
import { speech } from '../helpers/sound/speech.js';
import { SOUND_PROGRAMS, SoundMachine } from './support/sound-machine.js';

realTest(SOUND_PROGRAMS, 'what is played into a microphone can be recorded with its times', async () => {
  const machine = await SoundMachine.start();
  try {
    const { microphone } = machine;
    const recording = await machine.record('microphone');
    const spoken = speech();
    const correlations: number[] = [];
    while (correlations.length < ATTEMPTS && !correlations.some((each) => each > 0.99)) {
      const played = await microphone.play(join(spoken, silence(0.5)));
      await recording.settle();
      const heard = channelOf(recording.between(played.startedAt - 50, played.endedAt), 'left');
      correlations.push(envelopeCorrelation(heard, spoken, 0.2).correlation);
    }
    assert.ok(Math.max(...correlations) > 0.99, `correlations ${correlations.join(', ')}`);

    const beep = await microphone.play(tone(440, 0.3));
    await microphone.play(silence(0.3));
    await recording.settle();
    const first = recording.firstAbove(1000, beep.startedAt - 50) ?? assert.fail('the tone was not recorded');
    const last = recording.lastAbove(1000, beep.endedAt + 100) ?? assert.fail();
    assert.ok(
      Math.abs(first - beep.startedAt) < 50,
      `recorded ${first - beep.startedAt} ms after it was played`,
    );
    assert.ok(Math.abs(last - first - 300) < 2, `a tone of 300 ms lasted ${last - first}`);
    assert.equal(levelOf(recording.between(beep.endedAt + 100, beep.endedAt + 150)), SILENT);

    const speaker = await machine.record();
    await speaker.settle();
    assert.equal(levelOf(speaker.stereo), SILENT);
  } finally {
    await machine.stop();
  }
});
