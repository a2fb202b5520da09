import type { Clock } from '../../platform/clock.js';
import { createSecret, hashSecret } from '../../platform/secrets.js';

/** How many codes may be open at a time; making one more forgets the oldest. */
const OPEN_CODES = 16;

/** How a code ended: it was used, two minutes passed, or newer ones took its place. */
export type CodeOutcome = 'used' | 'expired' | 'replaced';

interface OpenCode {
  /** in milliseconds since the Unix epoch */
  readonly expiresAt: number;
  readonly onEnd: (outcome: CodeOutcome) => void;
  readonly stopTimer: () => void;
}

/** Codes that let one browser in once, for a short time. Only their hashes are kept. */
export class OneTimeCodes {
  /** hash of the code → code, in the order in which they were made */
  readonly #open = new Map<string, OpenCode>();

  /** @param lifetime in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly lifetime: number,
  ) {}

  /** @param onEnd called once, when the code no longer works */
  create(onEnd: (outcome: CodeOutcome) => void): string {
    const code = createSecret();
    const hash = hashSecret(code);
    const stopTimer = this.clock.after(this.lifetime, () => this.#end(hash, 'expired'));
    this.#open.set(hash, { expiresAt: this.clock.now() + this.lifetime, onEnd, stopTimer });
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN_CODES) break;
      this.#end(oldest, 'replaced');
    }
    return code;
  }

  /** Uses a code up. @returns whether it was open */
  redeem(code: string): boolean {
    const hash = hashSecret(code);
    const open = this.#open.get(hash);
    if (open === undefined) return false;
    // A timer may be late, e.g. after the machine slept.
    const isOpen = this.clock.now() < open.expiresAt;
    this.#end(hash, isOpen ? 'used' : 'expired');
    return isOpen;
  }

  #end(hash: string, outcome: CodeOutcome): void {
    const open = this.#open.get(hash);
    this.#open.delete(hash);
    open?.stopTimer();
    open?.onEnd(outcome);
  }
}
