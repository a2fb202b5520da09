import type { Clock } from '../../platform/clock.js';
import { createSecret, hashSecret } from '../../platform/crypto/secrets.js';

/** The maximum number of valid codes; a further one replaces the oldest. */
const MAX_CODES = 16;

/** How a code ended: it was used, its time was over, or newer ones replaced it. */
export type CodeOutcome = 'used' | 'expired' | 'replaced';

interface OpenCode {
  /** in milliseconds since the Unix epoch */
  readonly expiresAt: number;
  readonly onEnd: (outcome: CodeOutcome) => void;
  readonly stopTimer: () => void;
}

/** Codes that sign one browser in, once and within a short time. Only their hashes are stored. */
export class OneTimeCodes {
  /** hash of the code → code, in order of creation */
  readonly #open = new Map<string, OpenCode>();

  /** @param lifetime in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: number,
  ) {}

  /** @param onEnd called once, when the code is no longer valid */
  create(onEnd: (outcome: CodeOutcome) => void): string {
    const code = createSecret();
    const hash = hashSecret(code);
    const stopTimer = this.clock.after(this.lifetime, () => this.#end(hash, 'expired'));
    this.#open.set(hash, { expiresAt: this.clock.now() + this.lifetime, onEnd, stopTimer });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MAX_CODES) break;
      this.#end(oldest, 'replaced');
    }
    return code;
  }

  /** Redeems a code. @returns whether it was valid */
  redeem(code: string): boolean {
    const hash = hashSecret(code);
    const open = this.#open.get(hash);
    if (open === undefined) return false;
    // A timer may be late, e.g. after the machine slept.
    const isOpen = this.clock.now() < open.expiresAt;
    this.#end(hash, isOpen ? 'used' : 'expired');
    return isOpen;
  }

  /** Ends all codes. */
  clear(): void {
    for (const hash of [...this.#open.keys()]) this.#end(hash, 'replaced');
  }

  #end(hash: string, outcome: CodeOutcome): void {
    const open = this.#open.get(hash);
    this.#open.delete(hash);
    open?.stopTimer();
    open?.onEnd(outcome);
  }
}
