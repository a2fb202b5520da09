import type { Clock } from '../../platform/clock.js';
import { OPUS_SILENCE } from '../../protocol/opus-silence.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** A user whose packets stop is no longer speaking after this time, in milliseconds: five frames and some jitter. */
const SILENT_AFTER_MS = 200;

/** The number of sources that are known at once: as many clients as an endpoint has. */
const MAX_SOURCES = 10_000;

/** So many packets before the newest one a packet is late; further before, its sender has begun to count from the start. */
const LATE = 50;

export interface SpeakersListener {
  started(userId: Snowflake): void;
  stopped(userId: Snowflake): void;
}

/** Who is speaking, according to their packets. */
export class Speakers {
  readonly #users = new Map<number, Snowflake>();
  /** cancels the timer that ends the speech of each user who speaks */
  readonly #speaking = new Map<Snowflake, () => void>();
  /** the sequence of the newest frame of each user */
  readonly #newest = new Map<Snowflake, number>();

  constructor(
    private readonly clock: Clock,
    private readonly listener: SpeakersListener,
  ) {}

  /** The endpoint said which source a user has. It is ignored if too many are known. */
  assign(ssrc: number, userId: Snowflake): void {
    if (this.#users.size < MAX_SOURCES || this.#users.has(ssrc)) this.#users.set(ssrc, userId);
  }

  /** The user whose packets have this source. */
  userOf(ssrc: number): Snowflake | undefined {
    return this.#users.get(ssrc);
  }

  /** A user left the channel. */
  leave(userId: Snowflake): void {
    this.#stop(userId);
    this.#newest.delete(userId);
    for (const [ssrc, user] of this.#users) if (user === userId) this.#users.delete(ssrc);
  }

  /** A frame of a user arrived. One that was overtaken says nothing about the present. @param sequence 16 bits */
  frame(userId: Snowflake, sequence: number, opus: Buffer): void {
    const newest = this.#newest.get(userId);
    const behind = newest === undefined ? 0 : (newest - sequence) & 0xffff;
    if (behind > 0 && behind < LATE) return;
    this.#newest.set(userId, sequence);
    if (opus.equals(OPUS_SILENCE)) {
      this.#stop(userId);
      return;
    }
    const cancel = this.#speaking.get(userId);
    cancel?.();
    this.#speaking.set(
      userId,
      this.clock.after(SILENT_AFTER_MS, () => this.#stop(userId)),
    );
    if (cancel === undefined) this.listener.started(userId);
  }

  /** A user started or stopped speaking, as they said themselves. */
  set(userId: Snowflake, isSpeaking: boolean): void {
    if (!isSpeaking) {
      this.#stop(userId);
    } else if (!this.#speaking.has(userId)) {
      this.#speaking.set(userId, () => {});
      this.listener.started(userId);
    }
  }

  /** The channel is empty, as far as is known. */
  clear(): void {
    for (const userId of [...this.#speaking.keys()]) this.#stop(userId);
    this.#users.clear();
    this.#newest.clear();
  }

  #stop(userId: Snowflake): void {
    const cancel = this.#speaking.get(userId);
    if (cancel === undefined) return;
    cancel();
    this.#speaking.delete(userId);
    this.listener.stopped(userId);
  }
}
