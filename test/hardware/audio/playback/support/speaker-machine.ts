import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallSettings } from '#guildhall/hardware/audio/call/call.js';
import { openOpus } from '#guildhall/hardware/audio/codec/open-opus.js';
import type { OpusEncoder } from '#guildhall/hardware/audio/codec/opus-codecs.js';
import type { Call } from '#guildhall/hardware/hardware.js';
import { blocksOf } from '../../../../helpers/sound/edit.js';
import { Recording } from '../../../../sound/support/recording.js';
import { withHardware } from '../../../support/real-hardware.js';
import { SoundServer } from '../../../support/sound-server.js';
import { PLAIN_CALL } from '../../support/call-settings.js';
import { frameOf } from './packets.js';

/** Settings of a call that records nothing. */
export const LISTENING: CallSettings = { ...PLAIN_CALL, isMuted: true };

/** A PulseAudio with sinks and the audio driver with a call that plays on them. */
export class SpeakerMachine {
  /** ids of the outputs in use, as they were reported */
  readonly reports: (string | null)[] = [];
  readonly #recordings: Recording[] = [];
  readonly #senders = new Map<string, Sender>();

  private constructor(
    private readonly server: SoundServer,
    readonly call: Call,
    /** the id of a sink that is plugged in */
    readonly idOf: (sink: string) => Promise<string>,
  ) {}

  /** Runs with these sinks, of which the first is the default, and a call. */
  static async run(
    sinks: readonly string[],
    settings: CallSettings,
    test: (machine: SpeakerMachine) => Promise<void>,
  ): Promise<void> {
    const server = await SoundServer.create();
    try {
      await server.start();
      for (const sink of sinks) await plugSink(server, sink);
      await withHardware(server.environment, async ({ audio }) => {
        const idOf = async (sink: string) => {
          const endpoints = await audio.endpoints();
          return endpoints.find(({ name }) => name === sink)?.id ?? assert.fail(`${sink} is not plugged in`);
        };
        const ignore = () => {};
        const device = (_: unknown, id: string | null) => machine.reports.push(id);
        const listener = { frame: ignore, speaking: ignore, meter: ignore, silent: ignore, device };
        const machine = new SpeakerMachine(server, audio.call(settings, listener), idOf);
        try {
          await test(machine);
        } finally {
          machine.call.close();
          for (const recording of machine.#recordings) await recording.stop();
        }
      });
    } finally {
      await server.remove();
    }
  }

  /** @returns unplugs it */
  async plug(sink: string): Promise<() => Promise<void>> {
    const module = await plugSink(this.server, sink);
    return async () => void (await this.server.pactl('unload-module', module));
  }

  async unplug(sink: string): Promise<void> {
    const modules = await this.server.pactl('list', 'short', 'modules');
    const line = modules.split('\n').find((each) => each.includes(`sink_name=${sink}`));
    await this.server.pactl(
      'unload-module',
      line?.split('\t')[0] ?? assert.fail(`${sink} is not plugged in`),
    );
  }

  /** Records what a sink plays. */
  async record(sink: string): Promise<Recording> {
    const recording = await Recording.start(`${sink}.monitor`, this.server.environment);
    this.#recordings.push(recording);
    return recording;
  }

  /** Sends sound of a user in packets of 20 ms, as fast as it is spoken. @param sound mono */
  async speak(userId: string, sound: Int16Array): Promise<void> {
    const sender = this.#senders.get(userId) ?? { encoder: (await openOpus()).createEncoder(), sequence: 0 };
    this.#senders.set(userId, sender);
    const since = performance.now();
    for (const [index, block] of blocksOf(sound, 960).entries()) {
      const opus = sender.encoder.encode(block);
      this.call.play(frameOf(sender.sequence, { userId, opus }));
      sender.sequence += 1;
      await sleep(Math.max(0, since + (index + 1) * 20 - performance.now()));
    }
  }
}

/** A user who speaks. */
interface Sender {
  readonly encoder: OpusEncoder;
  /** of the next packet */
  sequence: number;
}

/** Without rewinds a null sink plays at once after a pause, not up to two seconds later. */
function plugSink(server: SoundServer, name: string): Promise<string> {
  const options = ['format=s16le', 'rate=48000', 'channels=2', 'norewinds=1'];
  const properties = `sink_properties=device.description=${name}`;
  return server.pactl('load-module', 'module-null-sink', `sink_name=${name}`, properties, ...options);
}
