import { powerOf } from './levels.js';
import { SAMPLE_RATE } from './signals.js';

/** The length of a step of an envelope, in samples: 10 ms. */
export const ENVELOPE_STEP = SAMPLE_RATE / 100;

/** How long a part of the reference has one lag, and by how much that differs from the usual one at most, in steps. */
const PIECE = 100;
const VARIATION = 10;

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
  const step = bestLag(later, earlier, { from: 0, to: Math.round(maxLag * 100) });
  return { correlation: correlate(shift(later, step, earlier.length), earlier), lag: step / 100 };
}

/**
 * The same of sound with a delay that varies, as that of a receiver does when its network is unsteady: each second of the
 * reference has a lag of its own, by at most 0.1 s more or less than the lag of the whole. What is missing, damaged or in
 * another order counts as it does with one lag.
 */
export function varyingCorrelation(sound: Int16Array, reference: Int16Array, maxLag = 2): Correlation {
  const { lag } = envelopeCorrelation(sound, reference, maxLag);
  const [later, earlier] = [envelopeOf(sound), envelopeOf(reference)];
  const usual = Math.round(lag * 100);
  const aligned = new Float64Array(earlier.length);
  for (let from = 0; from < earlier.length; from += PIECE) {
    const piece = earlier.subarray(from, from + PIECE);
    const rest = later.subarray(from);
    const step = bestLag(rest, piece, { from: Math.max(0, usual - VARIATION), to: usual + VARIATION });
    aligned.set(shift(rest, step, piece.length), from);
  }
  return { correlation: correlate(aligned, earlier), lag };
}

/** The number of steps by which an envelope is later than another where both are most alike. */
function bestLag(later: Float64Array, earlier: Float64Array, range: { from: number; to: number }): number {
  let best = { correlation: Number.NEGATIVE_INFINITY, step: range.from };
  for (let step = range.from; step <= range.to; step += 1) {
    const correlation = correlate(shift(later, step, earlier.length), earlier);
    if (correlation > best.correlation) best = { correlation, step };
  }
  return best.step;
}

/** A part of an envelope, with silence after its end. */
function shift(envelope: Float64Array, step: number, length: number): Float64Array {
  return Float64Array.from({ length }, (_, at) => envelope[at + step] ?? 0);
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
