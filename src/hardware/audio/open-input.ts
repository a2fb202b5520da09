import type { DeviceInfo, IoStreamRead } from 'naudiodon';
import type { Clock } from '../../platform/clock.js';
import type { DeviceStream } from './chosen-stream.js';
import type { PortAudioWay } from './endpoints/found-endpoint.js';
import type { PortAudio } from './load-naudiodon.js';
import { toMono } from './pcm.js';
import { withServerName } from './with-server-name.js';

const BYTES_PER_SAMPLE = 2;
/** An input that delivers nothing for this long has been unplugged, in milliseconds. */
const SILENT_MS = 1000;
/** Before it delivers anything an input may need this long, in milliseconds: that of an idle sink's monitor needs two seconds. */
const START_MS = 3000;

/** A recording that has been opened. */
export interface InputStream extends DeviceStream {
  /** in samples per second */
  readonly sampleRate: number;
  /** @param onSamples receives what is recorded from now on, mono, about `blockMs` at a time */
  record(onSamples: (samples: Int16Array) => void): void;
}

export interface InputRequest {
  /** in samples per second; null: the device's own */
  readonly sampleRate: number | null;
  /** how much is delivered at a time, in milliseconds */
  readonly blockMs: number;
  /** the input ended without being stopped, e.g. because it was unplugged; nothing follows */
  onBroken(): void;
}

/**
 * Opens an input through PortAudio, in mono, or in stereo if it has no other format. Blocks for some 25 ms.
 *
 * @returns null if PortAudio does not know the input or cannot open it
 */
export function openInput(
  portAudio: PortAudio,
  { isDevice, serverName }: PortAudioWay,
  request: InputRequest,
  clock: Clock,
): InputStream | null {
  const device = portAudio.getDevices().find((each) => each.maxInputChannels > 0 && isDevice(each));
  if (device === undefined) return null;
  const format = { sampleRate: request.sampleRate ?? device.defaultSampleRate, blockMs: request.blockMs };
  for (const channels of [1, 2].filter((count) => count <= device.maxInputChannels)) {
    const stream = withServerName('PULSE_SOURCE', serverName, () =>
      start(portAudio, device, { ...format, channels }),
    );
    if (stream !== null)
      return new Recording(stream, {
        ...format,
        channels,
        onBroken: request.onBroken,
        quit: () => portAudio.quit(stream),
        clock,
      });
  }
  return null;
}

interface Format {
  readonly sampleRate: number;
  readonly blockMs: number;
  readonly channels: number;
}

function start(
  { AudioIO, SampleFormat16Bit }: PortAudio,
  device: DeviceInfo,
  format: Format,
): IoStreamRead | null {
  const { blockMs, channels: channelCount, sampleRate } = format;
  const framesPerBuffer = Math.round((sampleRate * blockMs) / 1000);
  try {
    const opened = AudioIO({
      inOptions: {
        deviceId: device.id,
        sampleFormat: SampleFormat16Bit,
        sampleRate,
        channelCount,
        framesPerBuffer,
        highwaterMark: framesPerBuffer * channelCount * BYTES_PER_SAMPLE,
        // An overflow counts as an error, and loses some samples.
        closeOnError: false,
      },
    });
    opened.start();
    return opened;
  } catch {
    return null;
  }
}

interface RecordingOptions extends Format {
  onBroken(): void;
  quit(): Promise<void>;
  readonly clock: Clock;
}

/** A recording that breaks off when nothing comes: PortAudio does not report that an input was unplugged. */
class Recording implements InputStream {
  #cancelSilence: () => void;
  #ended: Promise<void> | null = null;

  constructor(
    private readonly stream: IoStreamRead,
    private readonly options: RecordingOptions,
  ) {
    this.#cancelSilence = options.clock.after(START_MS, () => this.#breakOff());
    stream.once('error', () => this.#breakOff());
  }

  get sampleRate(): number {
    return this.options.sampleRate;
  }

  record(onSamples: (samples: Int16Array) => void): void {
    this.stream.on('data', (bytes: Buffer) => {
      if (this.#ended !== null) return;
      this.#cancelSilence();
      this.#cancelSilence = this.options.clock.after(SILENT_MS, () => this.#breakOff());
      const samples = toSamples(bytes);
      onSamples(this.options.channels === 1 ? samples : toMono(samples));
    });
  }

  /** An input that delivers nothing may need 20 seconds for it. */
  stop(): Promise<void> {
    this.#cancelSilence();
    this.#ended ??= this.options.quit();
    return this.#ended;
  }

  #breakOff(): void {
    if (this.#ended !== null) return;
    void this.stop();
    this.options.onBroken();
  }
}

/** The samples of a device: 16 bits each, signed, in the byte order of this machine. They are copied. */
function toSamples(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length >> 1);
  Buffer.from(samples.buffer).set(bytes.subarray(0, samples.byteLength));
  return samples;
}
