import type { EncodedEvent } from './frames/encoded-event.js';
import type { ReplayLimits } from './replay-limits.js';

/**
 * After events of this part of a limit that newer ones may replace, those that are replaced are left out, and all momentary ones
 * but the newest of the same part. So three quarters of a limit are for the others.
 */
const REPLACEABLE_PART = 1 / 8;
/** Each session may keep this part of a limit unsent, also if the share of its user's sessions is smaller. */
const UNSENT_PART = 1 / 16;

/** An event, and the number with which it was sent. */
export interface NumberedEvent {
  readonly sequence: number;
  readonly event: EncodedEvent;
}

/** Events that a session has received before; the newest of them are available. */
export interface EventsBefore {
  /** the number of the last one */
  readonly last: number;
  /** in order; between them those are missing that newer ones replaced */
  readonly events: readonly NumberedEvent[];
}

export interface EventLogOptions {
  /** the events before it, of which the newest are kept and were sent */
  readonly before?: EventsBefore;
  /** whether its user's other sessions receive other events: each shard has its own */
  readonly isSharded?: boolean;
}

/**
 * The events of one session: sent ones by their sequence number, for RESUME, and those that wait to be sent. Events are shared
 * between sessions, so one costs a reference. Those that a newer one replaces, such as of who is typing, make room first: otherwise a member
 * who fires many would push out what others need.
 */
export class EventLog {
  #events: (EncodedEvent | null)[] = [];
  /** the sequence numbers of events that were sent, by their index */
  #sequences: number[] = [];
  /** index of the oldest event that is kept; nulls before it */
  #first = 0;
  /** index of the first event that was not sent */
  #next = 0;
  /** the newest sequence number */
  #last = 0;
  #sent = 0;
  /** the number of the newest event that is missing and was needed */
  #forgotten = 0;
  #bytes = 0;
  #unsentBytes = 0;
  /** bytes of events that only sessions of its user have */
  #ownBytes = 0;
  /** since replaced events were left out: how many that may be replaced were sent, and the bytes of those that were added */
  #replaceableSent = 0;
  #replaceableBytes = 0;
  #use = new ReplayUse();
  readonly #isSharded: boolean;

  constructor(
    private readonly limits: ReplayLimits,
    { before = { last: 0, events: [] }, isSharded = false }: EventLogOptions = {},
  ) {
    this.#isSharded = isSharded;
    this.#use.sessions = 1;
    this.#forgotten = (before.events[0]?.sequence ?? before.last + 1) - 1;
    for (const { event, sequence } of before.events) {
      this.append(event);
      this.#last = sequence - 1;
      this.take();
    }
    this.#last = before.last;
    this.#sent = before.last;
  }

  /** What its user keeps for all of their sessions. */
  get use(): ReplayUse {
    return this.#use;
  }

  set use(use: ReplayUse) {
    const own = this.#events.flatMap((event) => (event !== null && this.#isOwn(event) ? [event] : []));
    for (const event of own) this.#use.remove(event);
    this.#use.sessions -= 1;
    this.#use = use;
    for (const event of own) use.add(event);
    use.sessions += 1;
  }

  /**
   * Gives the events that were not sent numbers, after some that were sent, for another log.
   *
   * @returns null if they are larger than these sizes in bytes
   */
  newest(sentBytes: number, unsentBytes: number): EventsBefore | null {
    this.#leaveOutReplaced(this.#events.length);
    if (this.#unsentBytes > unsentBytes) return null;
    let from = this.#next;
    for (let size = 0; from > this.#first; from -= 1) {
      size += this.#events[from - 1]?.size ?? 0;
      if (size > sentBytes) break;
    }
    let last = this.#last;
    const events = this.#events.slice(from).flatMap((event, index) => {
      const sequence = this.#sequences[from + index] ?? ++last;
      return event === null ? [] : { sequence, event };
    });
    return { last, events };
  }

  /** the newest number with which an event was sent; 0 before the first one */
  get last(): number {
    return this.#last;
  }

  /** the sequence number of what was sent last */
  get sent(): number {
    return this.#sent;
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
    if (event.replaceable !== null) this.#replaceableBytes += event.size;
    if (!this.#isOwn(event)) return;
    this.#ownBytes += event.size;
    this.#use.add(event);
  }

  /** The next event to send, which then counts as sent; `sent` is its number. */
  take(): EncodedEvent | null {
    const event = this.#events[this.#next];
    if (event === undefined || event === null) return null;
    // One that is sent again has a number.
    this.#sent = this.#sequences[this.#next] ?? this.#last + 1;
    this.#sequences[this.#next] = this.#sent;
    this.#last = Math.max(this.#last, this.#sent);
    this.#next += 1;
    this.#unsentBytes -= event.size;
    if (event.replaceable !== null) this.#replaceableSent += 1;
    return event;
  }

  /** Whether all events after `sequence` are available, except replaced ones. */
  canReplay(sequence: number): boolean {
    return sequence <= this.#last && sequence >= this.#forgotten;
  }

  /** Marks all events after `sequence` as unsent. */
  rewind(sequence: number): void {
    while (this.#next > this.#first && (this.#sequences[this.#next - 1] ?? 0) > sequence) {
      this.#next -= 1;
      this.#unsentBytes += this.#events[this.#next]?.size ?? 0;
    }
    // A client may have received more than what it asked for the last time.
    while ((this.#sequences[this.#next] ?? Number.POSITIVE_INFINITY) <= sequence) this.take();
    this.#sent = sequence;
  }

  /** Drops sent events beyond the limits. Of all that a user has too much of, each session may keep an equal share. */
  forgetSent(): void {
    this.#makeRoom();
    const { replayEvents, replayBytes } = this.limits;
    while (this.#first < this.#next) {
      const isTooMuch = this.#next - this.#first > replayEvents || this.#bytes > replayBytes;
      if (!isTooMuch && !this.isBeyondShare) break;
      this.#forgetFirst();
    }
    this.#compact();
  }

  /** Whether its user has too much, and this log more than its share of that. */
  get isBeyondShare(): boolean {
    const { replayBytes } = this.limits;
    return this.#use.bytes > replayBytes && this.#ownBytes > replayBytes / Math.max(1, this.#use.sessions);
  }

  /** Whether unsent events have to be dropped for that reason; a few are kept however many sessions share the limit. */
  get hasTooMuchUnsent(): boolean {
    return this.isBeyondShare && this.#unsentBytes > this.limits.replayBytes * UNSENT_PART;
  }

  /** Drops all events beyond the limits, even unsent ones; the client must then identify again. */
  forgetUnsent(): void {
    this.#makeRoom();
    const isTooMuch = () => this.#bytes > this.limits.replayBytes || this.isBeyondShare;
    while (this.#first < this.#events.length && isTooMuch()) {
      if (this.#first === this.#next) this.take();
      this.#forgetFirst();
    }
    this.#compact();
  }

  /** Leaves out replaced events where a limit is near, once for many of them: it looks at all events. */
  #makeRoom(): void {
    const { replayEvents, replayBytes } = this.limits;
    if (isNear(this.#bytes, this.#replaceableBytes, replayBytes)) {
      this.#leaveOutReplaced(this.#events.length);
    } else if (isNear(this.#next - this.#first, this.#replaceableSent, replayEvents)) {
      this.#leaveOutReplaced(this.#next);
    }
  }

  /** Leaves out events that newer ones replace, and old momentary ones. @param end index after the last one to look at */
  #leaveOutReplaced(end: number): void {
    const keys = new Set<string>();
    let momentary = this.limits.replayEvents * REPLACEABLE_PART;
    let [kept, next] = [end, end];
    for (let index = end - 1; index >= this.#first; index -= 1) {
      const event = this.#events[index];
      if (event === undefined || event === null) continue;
      const { replaceable } = event;
      if (replaceable !== null) {
        const isReplaced = keys.has(replaceable.key);
        if (replaceable.isMomentary && !isReplaced) momentary -= 1;
        if (isReplaced || (replaceable.isMomentary && momentary < 0)) {
          this.#uncount(event, index);
          continue;
        }
        keys.add(replaceable.key);
      }
      kept -= 1;
      this.#events[kept] = event;
      const sequence = this.#sequences[index];
      if (sequence !== undefined) this.#sequences[kept] = sequence;
      if (index >= this.#next) next = kept;
    }
    this.#events.fill(null, this.#first, kept);
    this.#first = kept;
    this.#next = next;
    this.#replaceableSent = 0;
    if (end === this.#events.length) this.#replaceableBytes = 0;
  }

  /** Forgets the oldest event, which was sent. */
  #forgetFirst(): void {
    const event = this.#events[this.#first];
    if (event !== undefined && event !== null) this.#uncount(event, this.#first);
    this.#forgotten = this.#sequences[this.#first] ?? this.#forgotten;
    this.#events[this.#first] = null;
    this.#first += 1;
  }

  /** An event is no longer kept. */
  #uncount(event: EncodedEvent, index: number): void {
    this.#bytes -= event.size;
    if (index >= this.#next) this.#unsentBytes -= event.size;
    if (!this.#isOwn(event)) return;
    this.#ownBytes -= event.size;
    this.#use.remove(event);
  }

  #isOwn(event: EncodedEvent): boolean {
    return this.#isSharded || event.isOfOneUser;
  }

  /** Moves the events to the front when half of the array is empty, at a small amortized cost. */
  #compact(): void {
    if (this.#first < 64 || this.#first * 2 < this.#events.length) return;
    this.#events.splice(0, this.#first);
    this.#sequences.splice(0, this.#first);
    this.#next -= this.#first;
    this.#first = 0;
  }
}

/** Whether a limit is near, and events that can be replaced were a part of what is counted by it. */
function isNear(used: number, replaceable: number, most: number): boolean {
  return used > most * (1 - REPLACEABLE_PART) && replaceable >= most * REPLACEABLE_PART;
}

/**
 * What all sessions of a user keep of events that nobody else receives, such as whole guilds and lists of members, each counted once.
 * Events of guilds are shared by all sessions that have them; those of a shard may be kept for it alone.
 */
export class ReplayUse {
  /** how many sessions the user has */
  sessions = 0;
  #bytes = 0;
  /** how many sessions keep each event */
  readonly #keepers = new Map<EncodedEvent, number>();

  get bytes(): number {
    return this.#bytes;
  }

  /** @param event one that was encoded */
  add(event: EncodedEvent): void {
    const keepers = this.#keepers.get(event) ?? 0;
    if (keepers === 0) this.#bytes += event.size;
    this.#keepers.set(event, keepers + 1);
  }

  remove(event: EncodedEvent): void {
    const keepers = this.#keepers.get(event) ?? 0;
    if (keepers > 1) {
      this.#keepers.set(event, keepers - 1);
    } else if (this.#keepers.delete(event)) {
      this.#bytes -= event.size;
    }
  }
}
