// test:all sound: levels and correlations of speech in real time
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { realTest } from '../hardware/support/programs.js';
import { cut } from '../helpers/sound/edit.js';
import { tone } from '../helpers/sound/signals.js';
import { SENTENCES } from '../helpers/sound/speech.js';
import { assertSoundPasses } from './support/assert-sound-passes.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { soxLevel } from './support/sox.js';
import { transmit } from './support/transmit.js';
import { useVoicePair } from './support/voice-pair.js';

/** How much a level may differ from what the volumes say, in dB. */
const TOLERANCE = 1;
/** Below this nothing is audible, in dBFS. */
const INAUDIBLE = -70;
const TONE = tone(440, 1.2, -23);

describe('sound between two daemons', () => {
  const usePair = useVoicePair();

  /** The level that a tone in one person's microphone has in the middle at the other's speaker, in dBFS. */
  async function levels(): Promise<{ left: number; right: number }> {
    const { ada, ben } = await usePair();
    const { left, right } = await transmit(ada, ben, TONE);
    const [from, to] = [0.6, 1.1];
    return { left: soxLevel(cut(left, from, to)), right: soxLevel(cut(right, from, to)) };
  }

  async function setUser(settings: object): Promise<void> {
    const { ada, ben } = await usePair();
    await ben.request('SET_USER_VOICE_SETTINGS', { user_id: ada.id, ...settings });
  }

  const near = (actual: number, expected: number, what: string) =>
    assert.ok(
      Math.abs(actual - expected) <= TOLERANCE,
      `${what}: ${actual} dB is not ${expected} ± ${TOLERANCE}`,
    );

  realTest(SOUND_PROGRAMS, 'a spoken sentence is played by the speaker of the other person', async () => {
    const { ada, ben } = await usePair();
    await assertSoundPasses(ada, ben, { text: SENTENCES });
  });

  realTest(SOUND_PROGRAMS, 'the level follows the volumes of input, output and user', async () => {
    const { ada, ben } = await usePair();
    const { left: full } = await levels();
    near(full, -23, 'all volumes 100 %');
    const follow = async (what: string, percent: number) =>
      near((await levels()).left - full, 20 * Math.log10(percent / 100), `${what} ${percent} %`);
    for (const percent of [50, 25]) {
      await ada.set('--input-volume', String(percent));
      await follow('input', percent);
    }
    await ada.set('--input-volume', '100');
    for (const percent of [40, 180]) {
      await ben.set('--output-volume', String(percent));
      await follow('output', percent);
    }
    await ben.set('--output-volume', '100');
    for (const volume of [30, 200]) {
      await setUser({ volume });
      await follow('user', volume);
    }
    await setUser({ volume: 100 });
  });

  realTest(SOUND_PROGRAMS, 'pan plays a user on one side, and mute not at all', async () => {
    const { left: full } = await levels();
    await setUser({ pan: { left: 1, right: 0 } });
    const onLeft = await levels();
    near(onLeft.left, full, 'left');
    assert.ok(onLeft.right <= INAUDIBLE, `right: ${onLeft.right} dB`);
    await setUser({ pan: { left: 0.25, right: 1 } });
    const onRight = await levels();
    near(onRight.right, full, 'right');
    near(onRight.left - full, 20 * Math.log10(0.25), 'left');
    await setUser({ pan: { left: 1, right: 1 }, mute: true });
    assert.ok((await levels()).left <= INAUDIBLE, 'a muted user is audible');
    await setUser({ mute: false });
    near((await levels()).left, full, 'no longer muted');
  });

  realTest(
    SOUND_PROGRAMS,
    'a person who is muted sends nothing, and one who is deaf plays nothing',
    async () => {
      const { ada, ben } = await usePair();
      for (const [person, setting] of [
        [ada, '--mute'],
        [ben, '--deaf'],
      ] as const) {
        await person.set(setting, 'on');
        assert.ok((await levels()).left <= INAUDIBLE, `${setting}: audible`);
        await person.set(setting, 'off');
        near((await levels()).left, -23, `${setting} off`);
      }
    },
  );
});
