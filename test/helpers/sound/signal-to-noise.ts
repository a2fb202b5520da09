import { ENVELOPE_STEP, envelopeOf } from './envelope.js';
import { powerWhere, toDecibels } from './levels.js';

/** How far below the loudest 10 ms speech still counts as speech, and from where on as a pause, in dB. */
const SPEECH_RANGE = 25;
const PAUSE_RANGE = 50;

/** Which 10 ms of clean speech are speech and which are pauses; what is between both is neither. */
function speechParts(clean: Int16Array): { readonly speech: boolean[]; readonly pause: boolean[] } {
  const envelope = [...envelopeOf(clean)];
  const loudest = Math.max(...envelope);
  return {
    speech: envelope.map((value) => value >= loudest * 10 ** (-SPEECH_RANGE / 20)),
    pause: envelope.map((value) => value <= loudest * 10 ** (-PAUSE_RANGE / 20)),
  };
}

/**
 * The level of the speech above that of the pauses, in dB. It does not show noise that remains within the speech, nor
 * speech that is distorted: see `fidelity`.
 *
 * @param clean the speech without noise, aligned with the sound
 */
export function pauseSnr(sound: Int16Array, clean: Int16Array): number {
  const { speech, pause } = speechParts(clean);
  const inPause = powerWhere(sound, pause, ENVELOPE_STEP);
  return toDecibels((powerWhere(sound, speech, ENVELOPE_STEP) - inPause) / inPause);
}

/**
 * The part of a sound that is its reference, of any gain, beside all else (noise, echo and distortion), in dB: the
 * scale-invariant signal-to-distortion ratio.
 *
 * @param clean aligned with the sound, see `alignTo`
 */
export function fidelity(sound: Int16Array, clean: Int16Array): number {
  let [both, ofClean] = [0, 0];
  for (const [at, sample] of clean.entries()) {
    both += sample * (sound[at] ?? 0);
    ofClean += sample * sample;
  }
  const gain = both / ofClean;
  let rest = 0;
  for (const [at, sample] of clean.entries()) rest += ((sound[at] ?? 0) - gain * sample) ** 2;
  return toDecibels((gain * gain * ofClean) / rest);
}

/**
 * The sound without the delay at which it is most like its reference.
 *
 * @param maxDelay in samples
 */
export function alignTo(sound: Int16Array, reference: Int16Array, maxDelay: number): Int16Array {
  let best = { delay: 0, product: Number.NEGATIVE_INFINITY };
  for (let delay = 0; delay <= maxDelay; delay += 1) {
    let product = 0;
    const length = Math.min(reference.length, sound.length - delay);
    for (let at = 0; at < length; at += 1) product += (sound[at + delay] ?? 0) * (reference[at] ?? 0);
    if (product > best.product) best = { delay, product };
  }
  return sound.slice(best.delay);
}
