/** The epoch of snowflakes, in milliseconds since the Unix epoch (2015-01-01T00:00:00Z). */
const SNOWFLAKE_EPOCH = 1_420_070_400_000;

/** A 64-bit id as a decimal string: `(ms − epoch) << 22 | worker << 17 | process << 12 | increment`. */
export type Snowflake = string;

const PATTERN = /^(?:0|[1-9][0-9]{0,19})$/;
const LARGEST = 2n ** 64n - 1n;

export function isSnowflake(value: unknown): value is Snowflake {
  return typeof value === 'string' && PATTERN.test(value) && BigInt(value) <= LARGEST;
}

/** The creation time of an id, in milliseconds since the Unix epoch. */
export function snowflakeTime(id: Snowflake): number {
  return Number(BigInt(id) >> 22n) + SNOWFLAKE_EPOCH;
}

/** The lowest id of a time, in milliseconds since the Unix epoch. */
export function firstSnowflake(ms: number): Snowflake {
  return (BigInt(Math.max(0, Math.floor(ms) - SNOWFLAKE_EPOCH)) << 22n).toString();
}

/** Orders ids by age; decimal strings of different lengths do not sort as text. */
export function compareSnowflakes(a: Snowflake, b: Snowflake): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Creates increasing ids, even if the clock steps back or the 4096 ids of a millisecond are used up. */
export class SnowflakeFactory {
  #millisecond = 0;
  #increment = 0;

  /** the bits of the node */
  readonly #node: number;

  /** @param node the number of the process that creates them, from 0 to 1023: no other one creates the same ids */
  constructor(
    private readonly now: () => number,
    node = 0,
  ) {
    this.#node = node << 12;
  }

  /** Only creates ids after this one from now on, also if another node whose clock is ahead created it. */
  follow(id: Snowflake): void {
    const value = BigInt(id);
    const millisecond = Number(value >> 22n);
    if (millisecond < this.#millisecond) return;
    const rest = Number(value & 0x3f_ffffn);
    if (millisecond === this.#millisecond && rest <= (this.#node | this.#increment)) return;
    this.#millisecond = millisecond;
    this.#increment = 0xfff;
  }

  next(): Snowflake {
    const current = this.now() - SNOWFLAKE_EPOCH;
    if (current > this.#millisecond) {
      this.#millisecond = current;
      this.#increment = 0;
    } else if (this.#increment === 0xfff) {
      this.#millisecond += 1;
      this.#increment = 0;
    } else {
      this.#increment += 1;
    }
    return ((BigInt(this.#millisecond) << 22n) | BigInt(this.#node | this.#increment)).toString();
  }
}
