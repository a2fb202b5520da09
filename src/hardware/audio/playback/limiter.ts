/** The highest amplitude that is played: a little below full scale. */
const CEILING = 32_000;
const FULL_SCALE = 32_767;
/** How long reducing the gain takes, in numbers of stereo sound: 1 ms. */
const ATTACK = 96;
/** The part of the reduction that is taken back in a block of 10 ms: most of it in a quarter of a second. */
const RELEASE = 0.08;

/** Applies the output volume, and reduces it while the sound would be too loud, instead of cutting peaks off. */
export class Limiter {
  #gain: number | null = null;

  /** @param volume a factor @param limited gets the result */
  limit(sound: Float32Array, volume: number, limited: Int16Array): void {
    let peak = 1;
    for (const value of sound) peak = Math.max(peak, Math.abs(value));
    const allowed = Math.min(volume, CEILING / peak);
    const before = this.#gain ?? allowed;
    const gain = Math.min(allowed, before + (volume - before) * RELEASE);
    const length = gain < before ? ATTACK : sound.length;
    for (const [at, value] of sound.entries()) {
      const factor = before + (gain - before) * Math.min(1, at / length);
      limited[at] = Math.max(-FULL_SCALE, Math.min(FULL_SCALE, value * factor));
    }
    this.#gain = gain;
  }
}
