/** How much louder a recorded block is than what a canceller leaves of it, if most of it is echo: 6 dB. */
const ECHO_RATIO = 4;

/** For how many blocks a block of echo counts: a syllable or the gap between two, 250 ms. */
const HOLD_BLOCKS = 25;

/** Observes what a canceller removes, to find out when the microphone records an echo and little else. */
export class EchoWatch {
  #blocksLeft = 0;

  /** @returns whether this block or one shortly before it is mostly echo */
  observe(recorded: Int16Array, remaining: Int16Array): boolean {
    const isEcho = energyOf(recorded) > ECHO_RATIO * energyOf(remaining);
    this.#blocksLeft = isEcho ? HOLD_BLOCKS : Math.max(0, this.#blocksLeft - 1);
    return this.#blocksLeft > 0;
  }
}

function energyOf(block: Int16Array): number {
  let sum = 0;
  for (const sample of block) sum += sample * sample;
  return sum;
}
