import type { Clock } from '../../platform/clock.js';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3_600_000;
/** How many denials in a row cost nothing: people press the wrong button and try again at once. */
const FREE_DENIALS = 1;
/** How many withdrawals in a row cost nothing: games restart and lose connections. */
const FREE_WITHDRAWALS = 2;
/** A requester that was quiet for this long, and twice its last wait, starts anew. */
const FORGET_AFTER_MS = 600_000;
/** How many requesters are remembered; beyond it the one that was quiet longest is forgotten. */
const REMEMBERED = 1024;

interface Record {
  denials: number;
  withdrawals: number;
  /** milliseconds since the Unix epoch */
  last: number;
}

/**
 * How long a requester has to wait until the person is asked again: each denial and withdrawal doubles it, an approval
 * ends it (docs/adr/0015, Back-off).
 */
export class ConsentBackOff {
  readonly #records = new Map<string, Record>();

  /** @param freeDenials how many denials in a row cost nothing */
  constructor(
    private readonly clock: Clock,
    private readonly freeDenials = FREE_DENIALS,
  ) {}

  /** Seconds to wait from now, 0 if the person may be asked. */
  secondsToWait(requester: string): number {
    const record = this.#records.get(requester);
    if (record === undefined) return 0;
    return Math.max(0, Math.ceil((record.last + this.#waitAfter(record) - this.clock.now()) / 1000));
  }

  noteDenial(requester: string): void {
    this.#touch(requester).denials += 1;
  }

  noteWithdrawal(requester: string): void {
    this.#touch(requester).withdrawals += 1;
  }

  noteApproval(requester: string): void {
    this.#records.delete(requester);
  }

  #touch(requester: string): Record {
    const now = this.clock.now();
    const known = this.#records.get(requester);
    const isOver =
      known === undefined || now - known.last > Math.max(FORGET_AFTER_MS, 2 * this.#waitAfter(known));
    const record = isOver ? { denials: 0, withdrawals: 0, last: now } : known;
    record.last = now;
    this.#records.delete(requester);
    this.#records.set(requester, record);
    const [oldest] = this.#records.keys();
    if (this.#records.size > REMEMBERED && oldest !== undefined) this.#records.delete(oldest);
    return record;
  }

  /** Milliseconds from the last denial or withdrawal on. */
  #waitAfter({ denials, withdrawals }: Record): number {
    const counted = Math.max(0, denials - this.freeDenials) + Math.max(0, withdrawals - FREE_WITHDRAWALS);
    return counted === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (counted - 1), LONGEST_WAIT_MS);
  }
}
