import type { IoStreamRead } from 'naudiodon';
import type { Clock } from '../../platform/clock.js';
import type { PortAudioWay } from './found-endpoint.js';
import type { InputListener, InputStream } from './input-streams.js';
import type { Naudiodon } from './load-naudiodon.js';

/** How many times a second samples are handed on. */
const MOMENTS_PER_SECOND = 50;
const BYTES_PER_SAMPLE = 2;
/** An input from which nothing has come for this long is gone, in milliseconds. */
const SILENT_MS = 1000;

/**
 * Opens an input through PortAudio, in mono. Blocks for a moment.
 *
 * @returns null if PortAudio does not know it or cannot open it
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
    return heardUntilStopped(stream, clock, listener);
  } catch {
    return null;
  }
}

/** PortAudio does not tell when an input is pulled out: nothing comes from it any more. */
function heardUntilStopped(
  stream: IoStreamRead,
  clock: Clock,
  { heard, broken }: InputListener,
): InputStream {
  let ended: Promise<void> | null = null;
  // Twice would be once too often for PortAudio.
  const end = (): Promise<void> => {
    cancel();
    ended ??= new Promise((resolve) => stream.quit(resolve));
    return ended;
  };
  const breakOff = (): void => {
    if (ended !== null) return;
    broken();
    void end();
  };
  let cancel = clock.after(SILENT_MS, breakOff);
  stream.on('data', (samples: Buffer) => {
    if (ended !== null) return;
    cancel();
    cancel = clock.after(SILENT_MS, breakOff);
    heard(samples);
  });
  stream.once('error', breakOff);
  return { stop: end };
}

/** The library of the sound server takes the source to record from its environment, when it connects. */
function withServerName<T>(name: string | null, open: () => T): T {
  if (name === null) return open();
  process.env.PULSE_SOURCE = name;
  try {
    return open();
  } finally {
    delete process.env.PULSE_SOURCE;
  }
}
