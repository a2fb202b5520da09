import type { Clock } from '../../platform/clock.js';
import { createSecret, hashSecret } from '../../platform/secrets.js';

/** How many codes may be open at a time; making one more forgets the oldest. */
const OPEN_CODES = 16;

/** Codes that let one browser in once, for a short time. Only their hashes are kept. */
export class OneTimeCodes {
  /** hash of the code → when it ends; in the order in which they were made */
  readonly #open = new Map<string, number>();

  /** @param lifetime in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: number,
  ) {}

  create(): string {
    const code = createSecret();
    this.#open.set(hashSecret(code), this.clock.now() + this.lifetime);
    for (const hash of this.#open.keys()) {
      if (this.#open.size <= OPEN_CODES) break;
      this.#open.delete(hash);
    }
    return code;
  }

  /** Uses a code up. @returns whether it was open */
  redeem(code: string): boolean {
    const hash = hashSecret(code);
    const end = this.#open.get(hash);
    this.#open.delete(hash);
    return end !== undefined && this.clock.now() < end;
  }
}
