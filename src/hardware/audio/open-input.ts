import type { IoStreamRead } from 'naudiodon';
import type { Clock } from '../../platform/clock.js';
import type { PortAudioWay } from './found-endpoint.js';
import type { InputListener, InputStream } from './input-streams.js';
import type { Naudiodon } from './load-naudiodon.js';

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
    const stream = withServerName(serverName, () => {
      const opened = open();
      opened.start();
      return opened;
    });
    return readUntilStopped(stream, clock, listener);
  } catch {
    return null;
  }
}

/** PortAudio does not report that an input was unplugged: it just delivers no samples. */
function readUntilStopped(
  stream: IoStreamRead,
  clock: Clock,
  { onSamples, onBroken }: InputListener,
): InputStream {
  let ended: Promise<void> | null = null;
  // PortAudio must not be stopped twice.
  const end = (): Promise<void> => {
    cancel();
    ended ??= new Promise((resolve) => stream.quit(resolve));
    return ended;
  };
  const breakOff = (): void => {
    if (ended !== null) return;
    onBroken();
    void end();
  };
  let cancel = clock.after(SILENT_MS, breakOff);
  stream.on('data', (samples: Buffer) => {
    if (ended !== null) return;
    cancel();
    cancel = clock.after(SILENT_MS, breakOff);
    onSamples(samples);
  });
  stream.once('error', breakOff);
  return { stop: end };
}

/** The client library of the sound server reads the source to record from its environment when it connects. */
function withServerName<T>(name: string | null, open: () => T): T {
  if (name === null) return open();
  process.env.PULSE_SOURCE = name;
  try {
    return open();
  } finally {
    delete process.env.PULSE_SOURCE;
  }
}
