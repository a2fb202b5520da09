/** Samples per second of all sound between devices and Opus. */
export const SAMPLE_RATE = 48_000;

/** Samples of a block, the unit in which sound is recorded, processed and played: 10 ms. */
export const BLOCK_SAMPLES = 480;
export const BLOCK_MS = 10;

/** Samples of an Opus frame that is sent: 20 ms. */
export const FRAME_SAMPLES = 960;

/** Played sound is stereo, interleaved; recorded sound is mono. */
export const PLAYED_CHANNELS = 2;

/** The mean of both channels of interleaved stereo. */
export function toMono(stereo: Int16Array): Int16Array {
  const mono = new Int16Array(stereo.length >> 1);
  for (let at = 0; at < mono.length; at += 1) {
    mono[at] = ((stereo[2 * at] ?? 0) + (stereo[2 * at + 1] ?? 0)) >> 1;
  }
  return mono;
}
