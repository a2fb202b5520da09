import { Random } from '../random.js';
/** Samples a second of all sound in the tests and in the daemon. */
export const SAMPLE_RATE = 48_000;

/** A full-scale 16-bit sample. */
export const FULL_SCALE = 32_768;

/** The number of samples of a duration in seconds. */
export function samplesOf(seconds: number): number {
  return Math.round(seconds * SAMPLE_RATE);
}

export function silence(seconds: number): Int16Array {
  return new Int16Array(samplesOf(seconds));
}

/**
 * A sine, mono at 48 kHz.
 *
 * @param frequency in Hz
 * @param level RMS in dBFS, at most -3: a full-scale sine has -3.01
 */
export function tone(frequency: number, seconds: number, level = -20): Int16Array {
  const peak = Math.SQRT2 * amplitudeOf(level);
  const step = (2 * Math.PI * frequency) / SAMPLE_RATE;
  return Int16Array.from({ length: samplesOf(seconds) }, (_, at) => toSample(peak * Math.sin(step * at)));
}

/**
 * White noise, uniformly distributed, mono at 48 kHz. Equal seeds give equal noise.
 *
 * @param level RMS in dBFS
 */
export function noise(seconds: number, level = -40, seed = 1): Int16Array {
  const random = randomNumbers(seed);
  const peak = Math.sqrt(3) * amplitudeOf(level);
  return Int16Array.from({ length: samplesOf(seconds) }, () => toSample(peak * (2 * random() - 1)));
}

/** The RMS amplitude, in samples, of a level in dBFS. */
function amplitudeOf(level: number): number {
  return FULL_SCALE * 10 ** (level / 20);
}

/** Rounds to a sample and clips, as a device does. */
export function toSample(value: number): number {
  return Math.max(-FULL_SCALE, Math.min(FULL_SCALE - 1, Math.round(value)));
}

/** Deterministic numbers from 0 to below 1. */
export function randomNumbers(seed: number): () => number {
  const random = new Random(seed);
  return () => random.next();
}
