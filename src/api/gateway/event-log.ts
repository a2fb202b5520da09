import type { EncodedEvent } from './encoded-event.js';
import type { ReplayLimits } from './replay-limits.js';

/** Events that a session has received before; the newest of them are available. */
export interface EventsBefore {
  /** the number of the last one */
  readonly last: number;
  readonly events: readonly EncodedEvent[];
}

/**
 * The events of one session by sequence number: sent ones for RESUME, and those that wait to be sent. Events are shared
 * between sessions, so a waiting one costs a reference.
 */
export class EventLog {
  #events: (EncodedEvent | null)[] = [];
  /** index of the oldest event that is kept; nulls before it */
  #first = 0;
  /** index of the first event that was not sent */
  #next = 0;
  /** sequence number of the event at index 0 */
  #base = 1;
  #bytes = 0;
  #unsentBytes = 0;

  /** @param before the events before it, of which the newest are kept and were sent */
  constructor(
    private readonly limits: ReplayLimits,
    before: EventsBefore = { last: 0, events: [] },
  ) {
    this.#base = before.last - before.events.length + 1;
    for (const event of before.events) {
      this.append(event);
      this.take();
    }
  }

  /** The events that were not sent, after some that were; null if they are larger than these sizes in bytes. */
  newest(sentBytes: number, unsentBytes: number): EncodedEvent[] | null {
    if (this.#unsentBytes > unsentBytes) return null;
    let from = this.#next;
    for (let size = 0; from > this.#first; from -= 1) {
      size += this.#events[from - 1]?.size ?? 0;
      if (size > sentBytes) break;
    }
    return this.#events.slice(from).flatMap((event) => event ?? []);
  }

  /** the newest sequence number; 0 before the first event */
  get last(): number {
    return this.#base + this.#events.length - 1;
  }

  /** the sequence number of what was sent last */
  get sent(): number {
    return this.#base + this.#next - 1;
  }

  /** bytes that wait to be sent */
  get unsentBytes(): number {
    return this.#unsentBytes;
  }

  get hasUnsent(): boolean {
    return this.#next < this.#events.length;
  }

  append(event: EncodedEvent): void {
    this.#events.push(event);
    this.#bytes += event.size;
    this.#unsentBytes += event.size;
  }

  /** The next event to send, which then counts as sent; `sent` is its number. */
  take(): EncodedEvent | null {
    const event = this.#events[this.#next];
    if (event === undefined || event === null) return null;
    this.#next += 1;
    this.#unsentBytes -= event.size;
    return event;
  }

  /** Whether all events after `sequence` are available. */
  canReplay(sequence: number): boolean {
    return sequence <= this.last && sequence >= this.#base + this.#first - 1;
  }

  /** Marks all events after `sequence` as unsent. */
  rewind(sequence: number): void {
    this.#next = sequence + 1 - this.#base;
    this.#unsentBytes = 0;
    for (let index = this.#next; index < this.#events.length; index++) {
      this.#unsentBytes += this.#events[index]?.size ?? 0;
    }
  }

  /** Drops sent events beyond the limits. */
  forgetSent(): void {
    const { replayEvents, replayBytes } = this.limits;
    while (this.#first < this.#next) {
      if (this.#next - this.#first <= replayEvents && this.#bytes <= replayBytes) break;
      this.#forgetFirst();
    }
    this.#compact();
  }

  /** Drops all events beyond the limits, even unsent ones; the client must then identify again. */
  forgetUnsent(): void {
    while (this.#bytes > this.limits.replayBytes && this.#first < this.#events.length) {
      if (this.#first === this.#next) this.take();
      this.#forgetFirst();
    }
    this.#compact();
  }

  #forgetFirst(): void {
    this.#bytes -= this.#events[this.#first]?.size ?? 0;
    this.#events[this.#first] = null;
    this.#first += 1;
  }

  /** Moves the events to the front when half of the array is empty, at a small amortized cost. */
  #compact(): void {
    if (this.#first < 64 || this.#first * 2 < this.#events.length) return;
    this.#events.splice(0, this.#first);
    this.#base += this.#first;
    this.#next -= this.#first;
    this.#first = 0;
  }
}
