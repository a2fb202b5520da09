import { FULL_SCALE } from './signals.js';

/** The level of digital silence, in dBFS. */
export const SILENT = Number.NEGATIVE_INFINITY;

/** RMS in dBFS: 0 for a full-scale square wave, -3.01 for a full-scale sine, -Infinity for digital silence. */
export function levelOf(sound: Int16Array): number {
  return toDecibels(powerOf(sound));
}

/** The highest sample in dBFS. */
export function peakOf(sound: Int16Array): number {
  const peak = sound.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
  return 20 * Math.log10(peak / FULL_SCALE);
}

/** The mean square, relative to full scale. */
export function powerOf(sound: Int16Array): number {
  if (sound.length === 0) return 0;
  let sum = 0;
  for (const sample of sound) sum += sample * sample;
  return sum / sound.length / FULL_SCALE ** 2;
}

/** @param power a ratio of powers */
export function toDecibels(power: number): number {
  return 10 * Math.log10(power);
}

/** The mean square in the selected blocks, relative to full scale; 0 if none is selected. */
export function powerWhere(sound: Int16Array, blocks: readonly boolean[], blockLength: number): number {
  let sum = 0;
  let count = 0;
  for (const [index, selected] of blocks.entries()) {
    const block = sound.subarray(index * blockLength, (index + 1) * blockLength);
    if (!selected || block.length < blockLength) continue;
    sum += powerOf(block);
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
