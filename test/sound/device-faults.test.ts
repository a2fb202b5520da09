// test:all sound: speech in real time while devices come and go
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { driverPid } from '../hardware/support/processes.js';
import { realTest } from '../hardware/support/programs.js';
import { eventually } from '../helpers/eventually.js';
import { silence, tone } from '../helpers/sound/signals.js';
import { assertSoundPasses } from './support/assert-sound-passes.js';
import { monotonicNow } from './support/monotonic.js';
import { SOUND_PROGRAMS } from './support/sound-machine.js';
import { useVoicePair } from './support/voice-pair.js';
import type { VoicePerson } from './support/voice-person.js';

interface Device {
  readonly id: string;
  readonly name: string;
}

const isHeadset = ({ name }: Device) => name.includes('headset');

/** The speakers of a person: those that are plugged in, and the one that is in use. */
async function outputs(person: VoicePerson): Promise<{ available: Device[]; current: string }> {
  const { output } = await person.request('GET_VOICE_SETTINGS', {});
  const { available_devices, device_id } = output as { available_devices: Device[]; device_id: string };
  return { available: available_devices, current: device_id };
}

/** Unplugs the microphone of a person, and plugs it in again. @returns once the driver records it */
async function replugMicrophone({ machine }: VoicePerson): Promise<void> {
  await machine.unplugMicrophone();
  await eventually(async () => !(await machine.pactl('list', 'short', 'sources')).includes('microphone'));
  await machine.plugMicrophone();
  await eventually(async () => /\b\d/.test(await machine.pactl('list', 'short', 'source-outputs')));
}

describe('sound with devices that fail', () => {
  const usePair = useVoicePair();

  realTest(
    SOUND_PROGRAMS,
    'a chosen speaker that is unplugged is replaced by the default until it is back',
    async () => {
      const { ada, ben } = await usePair();
      let unplug = await ben.machine.plugSpeaker('headset');
      const id = await eventually(async () => (await outputs(ben)).available.find(isHeadset)?.id);
      await ben.set('--output-device', id);
      await assertSoundPasses(ada, ben, { speaker: 'headset' });
      await unplug();
      await eventually(async () => (await outputs(ben)).current === 'default');
      await assertSoundPasses(ada, ben, { speaker: 'speaker' });
      unplug = await ben.machine.plugSpeaker('headset');
      await eventually(async () => (await outputs(ben)).current === id);
      await assertSoundPasses(ada, ben, { speaker: 'headset' });
      await unplug();
    },
  );

  realTest(SOUND_PROGRAMS, 'a microphone that is unplugged is used again when it is back', async () => {
    const { ada, ben } = await usePair();
    await replugMicrophone(ada);
    await assertSoundPasses(ada, ben);
  });

  realTest(SOUND_PROGRAMS, 'what a speaker plays is not heard when a microphone is unplugged', async () => {
    const { ada, ben } = await usePair();
    // The sound server moves what recorded the microphone to the speaker's monitor.
    const sine = await ada.machine.pactl('load-module', 'module-sine', 'sink=speaker', 'frequency=330');
    try {
      const spoken = ada.machine.microphone.play(tone(500, 0.5, -20));
      const { at } = await ben.events.first(monotonicNow(), 'SPEAKING_START', ada.id);
      await spoken;
      await ada.machine.microphone.play(silence(0.5));
      const stopped = await ben.events.first(at, 'SPEAKING_STOP', ada.id);
      await replugMicrophone(ada);
      await ada.machine.pactl('unload-module', sine);
      const before = monotonicNow();
      await assertSoundPasses(ada, ben);
      const leaked = ben.events
        .since(stopped.at, 'SPEAKING_START', ada.id)
        .filter(({ at: began }) => began < before);
      assert.deepEqual(leaked, []);
    } finally {
      await ada.machine.pactl('unload-module', sine).catch(() => {});
    }
  });

  for (const who of ['ada', 'ben'] as const) {
    realTest(
      SOUND_PROGRAMS,
      `sound continues after the audio driver of ${who} was killed during speech`,
      async () => {
        const { ada, ben, ...rest } = await usePair();
        const victim = { ada, ben }[who];
        void rest;
        const speaking = ada.machine.microphone.play(tone(330, 2, -20));
        const { at } = await eventually(() =>
          ben.events.received.findLast(({ name }) => name === 'SPEAKING_START'),
        );
        const pid = driverPid('audio', victim.daemon.runtime.pid);
        process.kill(pid, 'SIGKILL');
        await speaking;
        await ada.machine.microphone.play(silence(0.5));
        await ben.events.first(at, 'SPEAKING_STOP', ada.id);
        await eventually(() => driverPid('audio', victim.daemon.runtime.pid) !== pid);
        assert.equal(victim.events.statesSince(0).at(-1), 'VOICE_CONNECTED');
        await assertSoundPasses(ada, ben);
        await assertSoundPasses(ben, ada);
      },
    );
  }
});
