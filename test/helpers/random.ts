/**
 * Where all random choices of tests begin: the same in every run, unless GUILDHALL_TEST_SEED sets another. A process
 * that fails prints it.
 */
export const SEED = Number(process.env.GUILDHALL_TEST_SEED ?? 1);

process.once('exit', (code) => {
  if (code !== 0) process.stderr.write(`random choices: GUILDHALL_TEST_SEED=${SEED}\n`);
});

/** Random choices that a seed repeats. */
export class Random {
  #state: number;

  constructor(seed: number = SEED) {
    this.#state = seed >>> 0;
  }

  /** from 0 to below 1 (mulberry32) */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** a whole number from 0 to below `end` */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(from: readonly [T, ...T[]]): T {
    return from[this.below(from.length)] ?? from[0];
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; at += 1) bytes[at] = this.below(256);
    return bytes;
  }

  /** Bytes with a few of them changed, left out, repeated or put in. */
  mutate(bytes: Buffer): Buffer {
    let mutated = Buffer.from(bytes);
    for (let left = 1 + this.below(6); left > 0; left -= 1) {
      const at = this.below(mutated.length + 1);
      const length = this.below(9);
      const before = mutated.subarray(0, at);
      const after = mutated.subarray(at + length);
      const middle = this.pick([
        () => this.bytes(length),
        () => this.bytes(this.below(9)),
        () => Buffer.alloc(0),
        () => Buffer.alloc(length, this.pick([0x00, 0x7f, 0x80, 0xff])),
        () => mutated.subarray(at, at + 2 * length),
      ])();
      mutated = Buffer.concat([before, middle, after]);
    }
    return mutated;
  }
}
