import { SAMPLE_RATE, samplesOf, toSample } from './signals.js';

/** The sum of sounds, as long as the longest, clipped. */
export function mix(...sounds: readonly Int16Array[]): Int16Array {
  const length = Math.max(...sounds.map((sound) => sound.length));
  return Int16Array.from({ length }, (_, at) =>
    toSample(sounds.reduce((sum, sound) => sum + (sound[at] ?? 0), 0)),
  );
}

/** @param gain in dB */
export function amplify(sound: Int16Array, gain: number): Int16Array {
  const factor = 10 ** (gain / 20);
  return sound.map((sample) => toSample(sample * factor));
}

/** The sound after a silence, without its end: as long as before. */
export function delay(sound: Int16Array, seconds: number): Int16Array {
  const delayed = new Int16Array(sound.length);
  const late = samplesOf(seconds);
  delayed.set(sound.subarray(0, Math.max(0, sound.length - late)), late);
  return delayed;
}

/** One sound after the other. */
export function join(...sounds: readonly Int16Array[]): Int16Array {
  const joined = new Int16Array(sounds.reduce((sum, sound) => sum + sound.length, 0));
  let at = 0;
  for (const sound of sounds) {
    joined.set(sound, at);
    at += sound.length;
  }
  return joined;
}

/** Repeats a sound up to a duration. */
export function repeat(sound: Int16Array, seconds: number): Int16Array {
  return Int16Array.from({ length: samplesOf(seconds) }, (_, at) => sound[at % sound.length] ?? 0);
}

/** The part between two times in seconds. */
export function cut(sound: Int16Array, from: number, to = sound.length / SAMPLE_RATE): Int16Array {
  return sound.slice(samplesOf(from), samplesOf(to));
}

/** The sound in blocks of `length` samples; an incomplete block at the end is filled with silence. */
export function blocksOf(sound: Int16Array, length: number): Int16Array[] {
  return Array.from({ length: Math.ceil(sound.length / length) }, (_, index) => {
    const block = new Int16Array(length);
    block.set(sound.subarray(index * length, (index + 1) * length));
    return block;
  });
}

/** One channel of interleaved stereo. */
export function channelOf(stereo: Int16Array, channel: 'left' | 'right'): Int16Array {
  const offset = channel === 'left' ? 0 : 1;
  return Int16Array.from({ length: stereo.length >> 1 }, (_, at) => stereo[2 * at + offset] ?? 0);
}

/** Interleaved stereo of two equally long channels. */
export function toStereo(left: Int16Array, right = left): Int16Array {
  return Int16Array.from({ length: 2 * left.length }, (_, at) => (at % 2 === 0 ? left : right)[at >> 1] ?? 0);
}

/** As a device reads and writes it: 16-bit little-endian. */
export function toBytes(sound: Int16Array): Buffer {
  return Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength);
}

/** The samples of 16-bit little-endian bytes; half a sample at the end is left out. */
export function fromBytes(bytes: Uint8Array): Int16Array {
  const sound = new Int16Array(bytes.byteLength >> 1);
  Buffer.from(sound.buffer).set(bytes.subarray(0, sound.byteLength));
  return sound;
}
