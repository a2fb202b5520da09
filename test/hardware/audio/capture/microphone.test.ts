import assert from 'node:assert/strict';
import { openOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import type { CallSettings, Hardware } from '#guildhall/hardware/hardware.js';
import { OPUS_SILENCE } from '#guildhall/protocol/opus-silence.js';
import { eventually } from '../../../helpers/eventually.js';
import { channelOf, join } from '../../../helpers/sound/edit.js';
import { envelopeCorrelation } from '../../../helpers/sound/envelope.js';
import { levelOf } from '../../../helpers/sound/levels.js';
import { tone } from '../../../helpers/sound/signals.js';
import { speech } from '../../../helpers/sound/speech.js';
import { SOUND_PROGRAMS, SoundMachine } from '../../../sound/support/sound-machine.js';
import { realTest } from '../../support/programs.js';
import { withHardware } from '../../support/real-hardware.js';
import { CALL_SETTINGS } from './capture-bed.js';

/** A call of the audio driver's process whose microphone the test plays. */
class RecordedCall {
  readonly frames: Buffer[] = [];
  /** changes of speech, and ids of inputs */
  readonly events: (boolean | string | null)[] = [];
  readonly #call;

  constructor(
    readonly machine: SoundMachine,
    readonly hardware: Hardware,
  ) {
    this.#call = hardware.audio.call(CALL_SETTINGS, {
      frame: (opus) => void this.frames.push(opus),
      speaking: (isSpeaking) => void this.events.push(isSpeaking),
      meter: () => {},
      silent: () => {},
      device: (direction, id) => {
        if (direction === 'input') this.events.push(id);
      },
    });
  }

  configure(changed: Partial<CallSettings>): void {
    this.#call.configure({ ...CALL_SETTINGS, ...changed });
  }

  press(isHeld: boolean): void {
    this.#call.press(isHeld);
  }

  /** What was sent since the last call, decoded, mono; the number of frames of silence. */
  async takeSent(): Promise<{ sound: Int16Array; silence: number }> {
    const decoder = (await openOpus()).createDecoder();
    const frames = this.frames.splice(0);
    const speechFrames = frames.filter((frame) => !frame.equals(OPUS_SILENCE));
    const sound = join(...speechFrames.map((frame) => channelOf(decoder.decode(frame), 'left')));
    decoder.close();
    return { sound, silence: frames.length - speechFrames.length };
  }

  /** Plays a sound into the microphone, and waits until speech has ended. */
  async say(sound: Int16Array): Promise<void> {
    await this.machine.microphone.play(sound);
    await eventually(() => {
      const ending = this.frames.slice(-5);
      return ending.length === 5 && ending.every((frame) => frame.equals(OPUS_SILENCE));
    });
  }

  /** Waits until so many streams record as calls do. */
  async waitForRecordings(count: number): Promise<void> {
    let listed: string[] = [];
    await eventually(
      async () => {
        const lines = await this.machine.pactl('list', 'short', 'source-outputs');
        listed = lines.split('\n').filter((line) => line.endsWith('1ch 48000Hz'));
        return listed.length === count;
      },
      { describe: () => `not ${count} but: ${listed.join('; ')}; reported: ${this.events.join(', ')}` },
    );
  }
}

async function withCall(run: (call: RecordedCall) => Promise<void>): Promise<void> {
  const machine = await SoundMachine.start();
  try {
    await withHardware(machine.environment, async (hardware) => {
      const call = new RecordedCall(machine, hardware);
      await eventually(() => call.events.length > 0);
      await run(call);
    });
  } finally {
    await machine.stop();
  }
}

realTest(SOUND_PROGRAMS, 'speech into a microphone is sent as Opus, at the input volume', () =>
  withCall(async (call) => {
    const spoken = speech();
    await call.say(spoken);
    const whole = await call.takeSent();
    // Pauses are not sent.
    const { correlation } = envelopeCorrelation(whole.sound, spoken.subarray(0, 2.5 * 48_000), 0.3);
    assert.ok(correlation >= 0.9, String(correlation));
    assert.equal(whole.silence % 5, 0);
    const loud = tone(500, 1, -10);
    for (const volume of [100, 50, 20]) {
      call.configure({ input: { deviceId: null, volume } });
      await call.say(loud);
      const { sound } = await call.takeSent();
      const level = levelOf(sound.subarray(0.3 * 48_000, 0.9 * 48_000));
      const expected = -10 + 20 * Math.log10(volume / 100);
      assert.ok(Math.abs(level - expected) < 1, `${volume} %: ${level} dB is not ${expected} dB`);
    }
  }),
);

realTest(SOUND_PROGRAMS, 'nothing records while the person is muted', () =>
  withCall(async (call) => {
    for (let round = 0; round < 3; round += 1) {
      await call.waitForRecordings(1);
      call.configure({ isMuted: true });
      await call.waitForRecordings(0);
      call.frames.length = 0;
      await call.machine.microphone.play(tone(500, 0.3));
      assert.deepEqual(call.frames, []);
      call.configure({});
    }
    await call.waitForRecordings(1);
    await call.say(tone(500, 0.5));
  }),
);

realTest(
  SOUND_PROGRAMS,
  'the default replaces an input that is pulled while it records, until it is back',
  () =>
    withCall(async (call) => {
      const plug = () =>
        call.machine.pactl('load-module', 'module-sine-source', 'source_name=tone', 'frequency=440');
      const inputs = async () =>
        (await call.hardware.audio.endpoints()).filter(({ direction }) => direction === 'input');
      const [standard] = await inputs();
      let module = await plug();
      const pulled = (await inputs()).find(({ id }) => id !== standard?.id) ?? assert.fail();
      call.events.length = 0;
      call.configure({ input: { deviceId: pulled.id, volume: 100 } });
      for (let round = 0; round < 2; round += 1) {
        await eventually(() => call.events.includes(true));
        assert.equal(call.events[0], pulled.id);
        call.events.length = 0;
        await call.machine.pactl('unload-module', module);
        await eventually(() => call.events.includes(standard?.id ?? ''));
        assert.equal(call.events[0], false);
        call.frames.length = 0;
        await call.say(tone(500, 0.5));
        call.events.length = 0;
        module = await plug();
      }
    }),
);
