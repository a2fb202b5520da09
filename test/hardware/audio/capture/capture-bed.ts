import assert from 'node:assert/strict';
import type { CallSettings, InputMeter } from '#guildhall/hardware/audio/call/call.js';
import { Capture } from '#guildhall/hardware/audio/capture/capture.js';
import type { EncoderSettings } from '#guildhall/hardware/audio/codec/opus-codecs.js';
import type { FoundEndpoint } from '#guildhall/hardware/audio/endpoints/found-endpoint.js';
import { BLOCK_SAMPLES } from '#guildhall/hardware/audio/pcm.js';
import type { ProcessingSettings } from '#guildhall/hardware/audio/processing/processor.js';
import { Deferred } from '#guildhall/platform/async/promises.js';
import { OPUS_SILENCE } from '#guildhall/protocol/opus-silence.js';
import { blocksOf, fromBytes, toBytes } from '../../../helpers/sound/edit.js';
import { ManualClock, settle } from '../../support/manual-clock.js';
import { PLAIN_CALL } from '../support/call-settings.js';

export const CALL_SETTINGS: CallSettings = {
  ...PLAIN_CALL,
  mode: { type: 'VOICE_ACTIVITY', threshold: -50 },
};

/** A recording that the test plays. */
class PlayedInput {
  isEnded = false;
  #onSamples: ((samples: Int16Array) => void) | null = null;
  readonly sampleRate = 48_000;

  constructor(
    readonly id: string,
    readonly breakOff: () => void,
  ) {}

  record(onSamples: (samples: Int16Array) => void): void {
    this.#onSamples = onSamples;
  }

  async stop(): Promise<void> {
    this.isEnded = true;
  }

  /** Delivers samples, even if it has ended: they were in transit. */
  play(sound: Int16Array): void {
    for (const block of blocksOf(sound, BLOCK_SAMPLES)) this.#onSamples?.(block);
  }
}

/** A capture whose inputs are played by the test, with a codec that keeps samples as they are. */
export class CaptureBed {
  readonly clock = new ManualClock();
  /** ids of the inputs that are plugged in; the first is the default */
  plugged = ['built-in'];
  /** what a search for an input waits for */
  search: Promise<void> = Promise.resolve();
  readonly opened: PlayedInput[] = [];
  readonly frames: Buffer[] = [];
  /** what was reported, frames and levels aside */
  readonly events: unknown[] = [];
  readonly meters: InputMeter[] = [];
  readonly encodings: EncoderSettings[] = [];
  readonly processings: ProcessingSettings[] = [];
  /** the blocks that were played while each block was recorded */
  readonly played: (Int16Array | null)[] = [];
  echo: Int16Array | null = null;
  isEncoderClosed = false;

  readonly capture = new Capture({
    list: async () => {
      await this.search;
      return this.plugged.map((id, index) => endpoint(id, index === 0));
    },
    open: async ({ endpoint: { id } }, onBroken) => {
      const input = new PlayedInput(id, onBroken);
      this.opened.push(input);
      return input;
    },
    opus: {
      createEncoder: () => ({
        configure: (settings) => void this.encodings.push(settings),
        encode: (samples) => {
          assert.equal(this.isEncoderClosed, false);
          return toBytes(samples.slice());
        },
        close: () => {
          this.isEncoderClosed = true;
        },
      }),
    },
    processor: {
      configure: (settings) => void this.processings.push(settings),
      process: (recorded, played) => {
        this.played.push(played);
        return recorded;
      },
    },
    echoReference: { take: () => this.echo },
    listener: {
      frame: (opus) => void this.frames.push(opus),
      speaking: (isSpeaking) => void this.events.push(isSpeaking ? 'speaking' : 'stopped'),
      meter: (meter) => void this.meters.push(meter),
      silent: (isSilent) => void this.events.push(isSilent ? 'silent' : 'not silent'),
      device: (direction, id) => void this.events.push([direction, id]),
    },
    clock: this.clock,
  });

  /** Changes settings; the others are CALL_SETTINGS. */
  async configure(changed: Partial<CallSettings> = {}): Promise<void> {
    this.capture.configure({ ...CALL_SETTINGS, ...changed });
    await settle();
  }

  /** Has inputs searched again, by default because theirs may be gone. @returns what the search waits for */
  beginSearch(why: 'doubt' | 'retry' = 'doubt'): Deferred<void> {
    const search = new Deferred<void>();
    this.search = search.promise;
    this.capture[why]();
    return search;
  }

  /** the input that is open */
  get input(): PlayedInput {
    return this.opened.findLast(({ isEnded }) => !isEnded) ?? assert.fail('no input is open');
  }

  /** What was sent since the last call, silence aside, and how many frames of silence. */
  takeSent(): { sound: Int16Array; silence: number } {
    const frames = this.frames.splice(0);
    const sound = frames.filter((frame) => !frame.equals(OPUS_SILENCE));
    return { sound: fromBytes(Buffer.concat(sound)), silence: frames.length - sound.length };
  }

  get lastMeter(): InputMeter {
    return this.meters.at(-1) ?? assert.fail('no level was reported');
  }

  takeEvents(): unknown[] {
    return this.events.splice(0);
  }
}

function endpoint(id: string, isDefault: boolean): FoundEndpoint {
  return {
    endpoint: { id, name: id, direction: 'input', is_default: isDefault, container: null },
    way: { serverName: null, isDevice: () => false },
  };
}
