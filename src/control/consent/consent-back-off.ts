import { BoundedMap } from '../../platform/async/bounded-map.js';
import { type Clock, isAhead } from '../../platform/clock.js';

const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 3_600_000;
/** Consecutive denials without a penalty: people press the wrong button and try again. */
const FREE_DENIALS = 1;
/** Consecutive withdrawals without a penalty: games restart and lose connections. */
const FREE_WITHDRAWALS = 2;
/** A requester that sent nothing for this long, and for twice its last wait, is forgotten. */
const FORGET_AFTER_MS = 600_000;
/** The number of requesters that are tracked; the least recently active one is dropped first. */
const MAX_REQUESTERS = 1024;

interface Record {
  denials: number;
  withdrawals: number;
  /** milliseconds since the Unix epoch */
  last: number;
}

/**
 * How long a requester must wait until the person is asked again: each denial or withdrawal doubles the time, an
 * approval resets it (docs/adr/0010, Back-off).
 */
export class ConsentBackOff {
  readonly #records = new BoundedMap<string, Record>(MAX_REQUESTERS);

  /** @param freeDenials consecutive denials without a penalty */
  constructor(
    private readonly clock: Clock,
    private readonly freeDenials = FREE_DENIALS,
  ) {}

  /** Seconds to wait, 0 if the person may be asked. */
  secondsToWait(requester: string): number {
    const record = this.#records.get(requester);
    if (record === undefined) return 0;
    const now = this.clock.now();
    const waitMs = this.#waitAfter(record);
    return isAhead(now, record.last + waitMs, waitMs) ? Math.ceil((record.last + waitMs - now) / 1000) : 0;
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
    return record;
  }

  /** Milliseconds after the last denial or withdrawal. */
  #waitAfter({ denials, withdrawals }: Record): number {
    const counted = Math.max(0, denials - this.freeDenials) + Math.max(0, withdrawals - FREE_WITHDRAWALS);
    return counted === 0 ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (counted - 1), MAX_WAIT_MS);
  }
}
