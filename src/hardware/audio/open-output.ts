import type { DeviceInfo, IoStreamWrite } from 'naudiodon';
import { type Clock, hasPassed } from '../../platform/clock.js';
import type { DeviceStream } from './chosen-stream.js';
import { type CreateResampler, DeviceFormat, type Format } from './device-format.js';
import type { PortAudioWay } from './endpoints/found-endpoint.js';
import type { PortAudio } from './load-naudiodon.js';
import { BLOCK_SAMPLES, PLAYED_CHANNELS, SAMPLE_RATE } from './pcm.js';
import { withServerName } from './with-server-name.js';

const BYTES_PER_SAMPLE = 2;
/** Blocks that naudiodon queues, besides the one that waits for a place in the queue. */
const QUEUED_BLOCKS = 2;
/** The samples that PortAudio requests at once: it has three times as many in the device. */
const REQUESTED_SAMPLES = BLOCK_SAMPLES / 2;
/** An output that accepts nothing for this long has been unplugged, in milliseconds. */
const STALLED_MS = 1000;
/** A device that was suspended may need this long to start, in milliseconds. */
const START_MS = 3000;

/** A playback that has been opened. */
export interface OutputStream extends DeviceStream {
  /**
   * Plays from now on.
   *
   * @param nextBlock gives the next 10 ms, stereo, whenever they are needed; they are copied
   */
  play(nextBlock: () => Int16Array): void;
}

export interface OutputRequest {
  /** the output ended without being stopped, e.g. because it was unplugged */
  onBroken(): void;
  readonly createResampler: CreateResampler;
}

/**
 * Opens an output through PortAudio, in stereo, or in mono if it has one channel; at 48 kHz, or at its own rate if it has
 * no other. Blocks for some 25 ms. Sound is heard some 40 ms after it was requested: a block that waits, QUEUED_BLOCKS,
 * and the buffer of the device.
 *
 * @returns null if PortAudio does not know the output or cannot open it
 */
export function openOutput(
  portAudio: PortAudio,
  { isDevice, serverName }: PortAudioWay,
  { createResampler, onBroken }: OutputRequest,
  clock: Clock,
): OutputStream | null {
  const device = portAudio.getDevices().find((each) => each.maxOutputChannels > 0 && isDevice(each));
  if (device === undefined) return null;
  const channels = Math.min(PLAYED_CHANNELS, device.maxOutputChannels);
  for (const sampleRate of new Set([SAMPLE_RATE, device.defaultSampleRate])) {
    const format = DeviceFormat.create({ channels, sampleRate }, createResampler);
    if (format === null) continue;
    const stream = withServerName('PULSE_SINK', serverName, () =>
      start(portAudio, device, { channels, sampleRate }),
    );
    if (stream !== null) {
      return new Playing(stream, { format, onBroken, quit: () => portAudio.quit(stream), clock });
    }
    format.close();
  }
  return null;
}

function start(
  { AudioIO, SampleFormat16Bit }: PortAudio,
  device: DeviceInfo,
  { channels, sampleRate }: Format,
): IoStreamWrite | null {
  const samples = (count: number) => Math.round((count * sampleRate) / SAMPLE_RATE);
  try {
    const opened = AudioIO({
      outOptions: {
        deviceId: device.id,
        sampleFormat: SampleFormat16Bit,
        sampleRate,
        channelCount: channels,
        framesPerBuffer: samples(REQUESTED_SAMPLES),
        maxQueue: QUEUED_BLOCKS,
        highwaterMark: samples(BLOCK_SAMPLES) * channels * BYTES_PER_SAMPLE,
        // An underrun counts as an error, and is over with the next block.
        closeOnError: false,
      },
    });
    opened.start();
    return opened;
  } catch {
    return null;
  }
}

interface PlayingOptions {
  readonly format: DeviceFormat;
  onBroken(): void;
  quit(): Promise<void>;
  readonly clock: Clock;
}

/** A playback that breaks off when nothing is accepted: PortAudio does not report that an output was unplugged. */
class Playing implements OutputStream {
  readonly #since: number;
  #ended: Promise<void> | null = null;
  #cancelStall = () => {};

  constructor(
    private readonly stream: IoStreamWrite,
    private readonly options: PlayingOptions,
  ) {
    this.#since = options.clock.now();
    stream.once('error', () => this.#breakOff());
  }

  play(nextBlock: () => Int16Array): void {
    if (this.#ended !== null) return;
    this.#awaitAcceptance();
    const bytes = toBytes(this.options.format.convert(nextBlock()));
    this.stream.write(bytes, (error) => {
      this.#cancelStall();
      if (!error) this.play(nextBlock);
    });
  }

  /** Ends it after what was written. */
  stop(): Promise<void> {
    this.#cancelStall();
    if (this.#ended === null) {
      this.#ended = this.options.quit();
      this.options.format.close();
    }
    return this.#ended;
  }

  #awaitAcceptance(): void {
    const isStarting = !hasPassed(this.options.clock.now(), this.#since, START_MS);
    this.#cancelStall = this.options.clock.after(isStarting ? START_MS : STALLED_MS, () => this.#breakOff());
  }

  #breakOff(): void {
    if (this.#ended !== null) return;
    void this.stop();
    this.options.onBroken();
  }
}

/** As the device reads it: 16 bits each, signed, in the byte order of this machine. */
function toBytes(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}
