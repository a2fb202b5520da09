import { amplify } from './edit.js';
import { levelOf } from './levels.js';
import { noise, randomNumbers, SAMPLE_RATE, samplesOf, toSample } from './signals.js';

/** Makes noise, mono at 48 kHz. @param level RMS in dBFS */
export type Noise = (seconds: number, level: number) => Int16Array;

/** Kinds of noise in rooms, by name. */
export const NOISES: Readonly<Record<string, Noise>> = {
  white: (seconds, level) => noise(seconds, level),
  pink: (seconds, level) => withLevel(pinkSamples(seconds), level),
  hum: (seconds, level) => withLevel(humSamples(seconds), level),
  fan: (seconds, level) => withLevel(fanSamples(seconds), level),
};

/** Noise of equal power in each octave (Voss and McCartney): the sum of values that change ever more rarely. */
function pinkSamples(seconds: number): number[] {
  const random = randomNumbers(7);
  const rows = Array.from({ length: 16 }, () => random() - 0.5);
  return Array.from({ length: samplesOf(seconds) }, (_, at) => {
    const row = Math.min(rows.length - 1, 31 - Math.clz32((at + 1) & -(at + 1)));
    rows[row] = random() - 0.5;
    return rows.reduce((sum, value) => sum + value, random() - 0.5);
  });
}

/** The hum of mains at 50 Hz, with harmonics. */
function humSamples(seconds: number): number[] {
  return Array.from({ length: samplesOf(seconds) }, (_, at) => {
    const phase = (2 * Math.PI * 50 * at) / SAMPLE_RATE;
    return Math.sin(phase) + Math.sin(3 * phase) / 2 + Math.sin(5 * phase) / 4;
  });
}

/** A fan: rumble that swells seven times a second, and the tone of its blades. */
function fanSamples(seconds: number): number[] {
  let rumble = 0;
  return pinkSamples(seconds).map((value, at) => {
    const time = (2 * Math.PI * at) / SAMPLE_RATE;
    rumble += 0.06 * (value - rumble);
    return rumble * (1 + 0.3 * Math.sin(7 * time)) + 0.1 * Math.sin(120 * time);
  });
}

function withLevel(samples: readonly number[], level: number): Int16Array {
  const loud = Int16Array.from(samples, (value) => toSample(value * 4000));
  return amplify(loud, level - levelOf(loud));
}
