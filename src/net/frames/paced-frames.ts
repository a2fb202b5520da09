import type { Clock } from '../../platform/clock.js';
import type { TimedTurns } from '../timed-turns.js';

/** A connection whose frames can be paused. */
export interface PacedSource {
  /** bytes that were sent but not yet taken by the peer */
  readonly bufferedBytes: number;
  /** Stops reading; frames that were already read may still arrive. */
  pause(): void;
  resume(): void;
}

export interface PacedFrameOptions {
  readonly source: PacedSource;
  /** unread bytes from which on no frame is taken */
  readonly mark: number;
  /** seconds a peer may leave that many bytes unread */
  readonly seconds: number;
  readonly clock: Clock;
  /** the turns of all connections */
  readonly turns: TimedTurns;
  /** handles a frame */
  readonly take: (frame: Uint8Array) => void;
  /** called when the peer left its replies unread for too long */
  readonly tooSlow: () => void;
}

/**
 * Takes a peer's frames only as fast as it reads the replies, so that buffers stay small however much it requests, and in
 * its turn. A peer that stops reading is reported after a timeout.
 */
export class PacedFrames {
  /** frames that had already been read when the source was paused; it is paused while there are any */
  readonly #held: Uint8Array[] = [];
  #deadline: (() => void) | null = null;

  constructor(private readonly options: PacedFrameOptions) {}

  receive(frame: Uint8Array): void {
    if (this.#held.length === 0 && this.#mayTake) {
      this.options.take(frame);
      return;
    }
    this.#held.push(frame);
    if (this.#held.length > 1) return;
    this.options.source.pause();
    this.#wait();
  }

  /** Takes frames that wait, until it is the turn of other connections or the peer has to read. */
  takeSome(most: number): void {
    for (let left = most; left > 0 && this.#mayTake; left -= 1) {
      const frame = this.#held.shift();
      if (frame === undefined) break;
      this.options.take(frame);
    }
    if (this.#held.length === 0) this.options.source.resume();
    else this.#wait();
  }

  /**
   * The callback for when bytes that are sent now have been taken by the peer; undefined if there is room for them
   * anyway.
   */
  whenSent(bytes: number): (() => void) | undefined {
    return this.options.source.bufferedBytes + bytes > this.options.mark ? this.#goOn : undefined;
  }

  /** Drops waiting frames: the connection has closed. */
  end(): void {
    this.#held.length = 0;
    this.options.turns.forget(this);
    this.#deadline?.();
    this.#deadline = null;
  }

  get #hasRoom(): boolean {
    return this.options.source.bufferedBytes <= this.options.mark;
  }

  get #mayTake(): boolean {
    return this.#hasRoom && this.options.turns.mayTake();
  }

  /** Waits for the peer to read, or for the next turn. */
  #wait(): void {
    const { clock, seconds, tooSlow, turns } = this.options;
    if (this.#hasRoom) turns.wait(this);
    else this.#deadline = clock.after(seconds * 1000, tooSlow);
  }

  readonly #goOn = (): void => {
    if (this.#deadline === null || !this.#hasRoom) return;
    this.#deadline();
    this.#deadline = null;
    this.options.turns.wait(this);
  };
}
