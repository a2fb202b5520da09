/** The level of silence, in dB of full scale: the lowest value of voice settings. */
export const SILENCE_LEVEL = -100;

/** The largest amplitude of a sample of 16 bits. */
const FULL_SCALE = 32_768;

/** The level (RMS) of samples, in dB of full scale from -100 to 0. */
export function levelOf(samples: Int16Array): number {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return toLevel(energy, samples.length);
}

/** @param energy the sum of the squares of samples @returns dB of full scale from -100 to 0 */
export function toLevel(energy: number, samples: number): number {
  if (energy === 0) return SILENCE_LEVEL;
  const level = 10 * Math.log10(energy / samples / FULL_SCALE ** 2);
  return Math.max(SILENCE_LEVEL, Math.min(0, level));
}
