import type { IoStreamRead } from 'naudiodon';
import type { Clock } from '../../platform/clock.js';
import type { PortAudioWay } from './found-endpoint.js';
import type { InputListener, InputStream } from './input-streams.js';
import type { Naudiodon } from './load-naudiodon.js';
import { withServerName } from './with-server-name.js';

/** How many times per second samples are delivered. */
const MOMENTS_PER_SECOND = 50;
const BYTES_PER_SAMPLE = 2;
/** An input that delivers nothing for this long has been unplugged, in milliseconds. */
const SILENT_MS = 1000;

/**
 * Opens an input through PortAudio, in mono. Blocks briefly.
 *
 * @returns null if PortAudio does not know the input or cannot open it
 */
export function openInput(
  { AudioIO, getDevices, SampleFormat16Bit }: Pick<Naudiodon, 'AudioIO' | 'getDevices' | 'SampleFormat16Bit'>,
  { isDevice, serverName }: PortAudioWay,
  listener: InputListener,
  clock: Clock,
): InputStream | null {
  const device = getDevices().find((each) => each.maxInputChannels > 0 && isDevice(each));
  if (device === undefined) return null;
  const framesPerBuffer = Math.round(device.defaultSampleRate / MOMENTS_PER_SECOND);
  const open = () =>
    AudioIO({
      inOptions: {
        deviceId: device.id,
        sampleFormat: SampleFormat16Bit,
        sampleRate: device.defaultSampleRate,
        channelCount: 1,
        framesPerBuffer,
        highwaterMark: framesPerBuffer * BYTES_PER_SAMPLE,
        closeOnError: true,
      },
    });
  try {
    const stream = withServerName('PULSE_SOURCE', serverName, () => {
      const opened = open();
      opened.start();
      return opened;
    });
    return new Recording(stream, clock, listener);
  } catch {
    return null;
  }
}

/** A recording that breaks off when nothing comes: PortAudio does not report that an input was unplugged. */
class Recording implements InputStream {
  #cancelSilence: () => void;
  #ended: Promise<void> | null = null;

  constructor(
    private readonly stream: IoStreamRead,
    private readonly clock: Clock,
    private readonly listener: InputListener,
  ) {
    this.#cancelSilence = this.#awaitSamples();
    stream.on('data', (samples: Buffer) => this.#receive(samples));
    stream.once('error', () => this.#breakOff());
  }

  /** Ends it; PortAudio must not be told so twice. */
  stop(): Promise<void> {
    this.#cancelSilence();
    this.#ended ??= new Promise((resolve) => this.stream.quit(resolve));
    return this.#ended;
  }

  #receive(samples: Buffer): void {
    if (this.#ended !== null) return;
    this.#cancelSilence();
    this.#cancelSilence = this.#awaitSamples();
    this.listener.onSamples(samples);
  }

  #awaitSamples(): () => void {
    return this.clock.after(SILENT_MS, () => this.#breakOff());
  }

  #breakOff(): void {
    if (this.#ended !== null) return;
    this.listener.onBroken();
    void this.stop();
  }
}
