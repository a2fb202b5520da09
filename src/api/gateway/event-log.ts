import type { EncodedEvent } from './encoded-event.js';
import type { ReplayLimits } from './replay-limits.js';
import { ReplayUse } from './replay-use.js';

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
  /** bytes of events that no other session has, and those of them that were sent */
  #ownBytes = 0;
  #ownSentBytes = 0;
  #use = new ReplayUse();

  /** @param before the events before it, of which the newest are kept and were sent */
  constructor(
    private readonly limits: ReplayLimits,
    before: EventsBefore = { last: 0, events: [] },
  ) {
    this.#use.sessions = 1;
    this.#base = before.last - before.events.length + 1;
    for (const event of before.events) {
      this.append(event);
      this.take();
    }
  }

  /** What its user keeps for all of their sessions. */
  get use(): ReplayUse {
    return this.#use;
  }

  set use(use: ReplayUse) {
    this.#use.bytes -= this.#ownBytes;
    this.#use.sessions -= 1;
    this.#use = use;
    use.bytes += this.#ownBytes;
    use.sessions += 1;
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
    if (event.isOfOneSession) this.#keepOwn(event.size);
  }

  /** The next event to send, which then counts as sent; `sent` is its number. */
  take(): EncodedEvent | null {
    const event = this.#events[this.#next];
    if (event === undefined || event === null) return null;
    this.#next += 1;
    this.#unsentBytes -= event.size;
    if (event.isOfOneSession) this.#ownSentBytes += event.size;
    return event;
  }

  /** Whether all events after `sequence` are available. */
  canReplay(sequence: number): boolean {
    return sequence <= this.last && sequence >= this.#base + this.#first - 1;
  }

  /** Marks all events after `sequence` as unsent. */
  rewind(sequence: number): void {
    const sent = this.#next;
    this.#next = sequence + 1 - this.#base;
    this.#unsentBytes = 0;
    for (let index = this.#next; index < this.#events.length; index++) {
      const event = this.#events[index];
      this.#unsentBytes += event?.size ?? 0;
      if (event?.isOfOneSession === true && index < sent) this.#ownSentBytes -= event.size;
    }
  }

  /** Drops sent events beyond the limits. Of all that a user has too much of, each session may keep an equal share. */
  forgetSent(): void {
    const { replayEvents, replayBytes } = this.limits;
    const share = replayBytes / Math.max(1, this.#use.sessions);
    while (this.#first < this.#next) {
      const isOfUserTooMuch = this.#use.bytes > replayBytes && this.#ownSentBytes > share;
      const isTooMuch = this.#next - this.#first > replayEvents || this.#bytes > replayBytes;
      if (!isTooMuch && !isOfUserTooMuch) break;
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

  /** Forgets the oldest event, which was sent. */
  #forgetFirst(): void {
    const event = this.#events[this.#first];
    this.#bytes -= event?.size ?? 0;
    if (event?.isOfOneSession === true) {
      this.#keepOwn(-event.size);
      this.#ownSentBytes -= event.size;
    }
    this.#events[this.#first] = null;
    this.#first += 1;
  }

  #keepOwn(bytes: number): void {
    this.#ownBytes += bytes;
    this.#use.bytes += bytes;
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
