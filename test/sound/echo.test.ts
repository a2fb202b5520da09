// test:all sound: attenuation of an echo in real time
import assert from 'node:assert/strict';
import { realTest } from '../hardware/support/programs.js';
import { ATTEMPTS } from '../helpers/attempts.js';
import { eventually } from '../helpers/eventually.js';
import { join } from '../helpers/sound/edit.js';
import { levelOf } from '../helpers/sound/levels.js';
import { silence } from '../helpers/sound/signals.js';
import { OTHER_SENTENCES, speech } from '../helpers/sound/speech.js';
import { SOUND_PROGRAMS, type SoundMachine } from './support/sound-machine.js';
import { transmit } from './support/transmit.js';
import { useVoicePair } from './support/voice-pair.js';

/** How late the microphone records what the speaker plays, in milliseconds. */
const DELAY_MS = 80;
/** How long the canceller may adapt, in seconds. */
const ADAPTATION = 5;

/** Makes a microphone that records what the speaker plays, late, and uses it. */
async function feedBack(machine: SoundMachine): Promise<void> {
  const format = ['format=s16le', 'rate=48000'];
  await machine.pactl('load-module', 'module-null-sink', 'sink_name=room', 'channels=2', ...format);
  const loop = ['source=speaker.monitor', 'sink=room', `latency_msec=${DELAY_MS}`, 'adjust_time=0'];
  await machine.pactl('load-module', 'module-loopback', ...loop);
  await machine.pactl('load-module', 'module-remap-source', 'source_name=feedback', 'master=room.monitor');
  await machine.pactl('set-default-source', 'feedback');
  const rows = async (what: string) =>
    (await machine.pactl('list', 'short', what)).split('\n').map((row) => row.split('\t'));
  const [index] = (await rows('sources')).find(([, name]) => name === 'feedback') ?? [];
  await eventually(async () => (await rows('source-outputs')).some(([, source]) => source === index), {
    describe: () => 'the default microphone is not recorded',
  });
}

const usePair = useVoicePair();

realTest(
  SOUND_PROGRAMS,
  'what comes back from the speaker into the microphone is attenuated by more than 20 dB',
  async () => {
    const { ada, ben } = await usePair();
    await feedBack(ben.machine);
    const spoken = join(speech(OTHER_SENTENCES), silence(0.3), speech(undefined, { voice: 'en-us+f3' }));
    const back = await ada.machine.record();
    const levelBack = async () => {
      const { played } = await transmit(ada, ben, spoken);
      await back.settle();
      return levelOf(back.between(played.startedAt + ADAPTATION * 1000, played.endedAt + 500));
    };
    const before = await levelBack();
    await ben.set('--echo-cancellation', 'on');
    assert.ok(before > -45, `no echo came back: ${before} dB`);
    const after: number[] = [];
    while (after.length < ATTEMPTS) {
      const level = await levelBack();
      if (before - level > 20) return;
      after.push(level);
    }
    assert.fail(`${before} dB became ${after.join(', ')} dB`);
  },
  180_000,
);
