import assert from 'node:assert/strict';
import { eventually } from '../../../helpers/eventually.js';
import { tone } from '../../../helpers/sound/signals.js';
import { realTest } from '../../support/programs.js';
import { LISTENING, SpeakerMachine } from './support/speaker-machine.js';

const PROGRAMS = ['pulseaudio', 'pactl', 'libopus.so.0'];

realTest(PROGRAMS, 'a sink that is removed is replaced by the default until it is back', () =>
  SpeakerMachine.run(['speakers', 'headset'], LISTENING, async (machine) => {
    const [speakers, headset] = [await machine.idOf('speakers'), await machine.idOf('headset')];
    const isReported = (id: string) => eventually(() => machine.reports.at(-1) === id);
    await isReported(speakers);
    machine.call.configure({ ...LISTENING, output: { deviceId: headset, volume: 100 } });
    await isReported(headset);
    await machine.unplug('headset');
    await isReported(speakers);
    await machine.plug('headset');
    await isReported(headset);
    assert.deepEqual(machine.reports, [speakers, headset, speakers, headset]);
  }),
);

realTest(PROGRAMS, 'the only sink can be removed and come back more often than there are threads', () =>
  SpeakerMachine.run(['speakers'], LISTENING, async (machine) => {
    const id = await machine.idOf('speakers');
    for (let round = 0; round < 6; round += 1) {
      await eventually(() => machine.reports.at(-1) === id);
      void machine.speak('1', tone(440, 0.2, -20));
      await machine.unplug('speakers');
      await eventually(() => machine.reports.at(-1) === null);
      await machine.plug('speakers');
    }
    await eventually(() => machine.reports.at(-1) === id);
  }),
);
