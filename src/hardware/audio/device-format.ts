import { PLAYED_CHANNELS, SAMPLE_RATE, toMono } from './pcm.js';
import type { Resampler } from './processing/resampler.js';

type ChannelResampler = Pick<Resampler, 'process' | 'close'>;

/** Creates a converter from SAMPLE_RATE to another rate in Hz; null if that is impossible. */
export type CreateResampler = (to: number) => ChannelResampler | null;

/** What a device plays. */
export interface Format {
  /** 1 or 2 */
  readonly channels: number;
  /** in Hz */
  readonly sampleRate: number;
}

/** Converts stereo sound at 48 kHz to what a device plays. */
export class DeviceFormat {
  private constructor(
    private readonly channels: number,
    /** one for each channel; none if the rate is the same */
    private readonly resamplers: readonly ChannelResampler[],
  ) {}

  /** @returns null if this system cannot convert sample rates and the device needs it */
  static create({ channels, sampleRate }: Format, createResampler: CreateResampler): DeviceFormat | null {
    if (sampleRate === SAMPLE_RATE) return new DeviceFormat(channels, []);
    const resamplers = Array.from({ length: channels }, () => createResampler(sampleRate));
    const created = resamplers.filter((resampler) => resampler !== null);
    return created.length === channels ? new DeviceFormat(channels, created) : null;
  }

  /** @returns interleaved; what is incomplete follows with the next */
  convert(stereo: Int16Array): Int16Array {
    const sound = this.channels === 1 ? toMono(stereo) : stereo;
    const [first, second] = this.resamplers;
    if (first === undefined) return sound;
    if (second === undefined) return first.process(sound);
    return interleave(first.process(channelOf(sound, 0)), second.process(channelOf(sound, 1)));
  }

  /** Frees the memory of the resamplers. */
  close(): void {
    for (const resampler of this.resamplers) resampler.close();
  }
}

function channelOf(stereo: Int16Array, channel: 0 | 1): Int16Array {
  const samples = new Int16Array(stereo.length / PLAYED_CHANNELS);
  for (let at = 0; at < samples.length; at += 1) samples[at] = stereo[PLAYED_CHANNELS * at + channel] ?? 0;
  return samples;
}

function interleave(left: Int16Array, right: Int16Array): Int16Array {
  const stereo = new Int16Array(PLAYED_CHANNELS * left.length);
  for (let at = 0; at < left.length; at += 1) {
    stereo[PLAYED_CHANNELS * at] = left[at] ?? 0;
    stereo[PLAYED_CHANNELS * at + 1] = right[at] ?? 0;
  }
  return stereo;
}
