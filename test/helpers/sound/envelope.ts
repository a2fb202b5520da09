import { powerOf } from './levels.js';
import { SAMPLE_RATE } from './signals.js';

/** The length of a step of an envelope, in samples: 10 ms. */
export const ENVELOPE_STEP = SAMPLE_RATE / 100;

/** The RMS of each 10 ms, smoothed over 50 ms; relative to full scale. */
export function envelopeOf(sound: Int16Array): Float64Array {
  const steps = Math.floor(sound.length / ENVELOPE_STEP);
  const powers = Float64Array.from({ length: steps }, (_, step) =>
    powerOf(sound.subarray(step * ENVELOPE_STEP, (step + 1) * ENVELOPE_STEP)),
  );
  return powers.map((_, step) => {
    const near = powers.subarray(Math.max(0, step - 2), step + 3);
    return Math.sqrt(near.reduce((sum, power) => sum + power, 0) / near.length);
  });
}

export interface Correlation {
  /** Pearson's coefficient, from -1 to 1; 0 where one of both is constant */
  readonly correlation: number;
  /** how much later the sound is than its reference, in seconds, in steps of 10 ms */
  readonly lag: number;
}

/**
 * Compares the envelopes of a sound and its reference at the lag where they are most alike.
 *
 * The whole reference counts: where the sound does not reach, it is taken as silence.
 *
 * @param maxLag how late the sound may be, in seconds; it is never taken as early
 */
export function envelopeCorrelation(sound: Int16Array, reference: Int16Array, maxLag = 2): Correlation {
  const [later, earlier] = [envelopeOf(sound), envelopeOf(reference)];
  let best: Correlation = { correlation: Number.NEGATIVE_INFINITY, lag: 0 };
  for (let step = 0; step <= Math.round(maxLag * 100); step += 1) {
    const shifted = earlier.map((_, at) => later[at + step] ?? 0);
    const correlation = correlate(shifted, earlier);
    if (correlation > best.correlation) best = { correlation, lag: step / 100 };
  }
  return best;
}

function correlate(left: Float64Array, right: Float64Array): number {
  const [meanLeft, meanRight] = [meanOf(left), meanOf(right)];
  let [both, ofLeft, ofRight] = [0, 0, 0];
  for (const [at, value] of left.entries()) {
    const [a, b] = [value - meanLeft, (right[at] ?? 0) - meanRight];
    both += a * b;
    ofLeft += a * a;
    ofRight += b * b;
  }
  return ofLeft === 0 || ofRight === 0 ? 0 : both / Math.sqrt(ofLeft * ofRight);
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
