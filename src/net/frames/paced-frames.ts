import type { Clock } from '../../platform/clock.js';

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
  /** handles a frame */
  readonly take: (frame: Uint8Array) => void;
  /** called when the peer left its replies unread for too long */
  readonly tooSlow: () => void;
}

/**
 * Takes a peer's frames only as fast as it reads the replies, so that buffers stay small however much it requests. A
 * peer that stops reading is reported after a timeout.
 */
export class PacedFrames {
  /** frames that had already been read when the source was paused */
  readonly #held: Uint8Array[] = [];
  #deadline: (() => void) | null = null;

  constructor(private readonly options: PacedFrameOptions) {}

  receive(frame: Uint8Array): void {
    if (this.#deadline === null && this.#hasRoom) {
      this.options.take(frame);
      return;
    }
    this.#held.push(frame);
    if (this.#deadline !== null) return;
    this.options.source.pause();
    this.#deadline = this.#startDeadline();
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
    this.#deadline?.();
    this.#deadline = null;
  }

  get #hasRoom(): boolean {
    return this.options.source.bufferedBytes <= this.options.mark;
  }

  #startDeadline(): () => void {
    const { clock, seconds, tooSlow } = this.options;
    return clock.after(seconds * 1000, tooSlow);
  }

  readonly #goOn = (): void => {
    if (this.#deadline === null || !this.#hasRoom) return;
    while (this.#hasRoom) {
      const frame = this.#held.shift();
      if (frame === undefined) break;
      this.options.take(frame);
    }
    this.#deadline();
    this.#deadline = null;
    if (this.#held.length === 0) this.options.source.resume();
    else this.#deadline = this.#startDeadline();
  };
}
