import type { Clock } from '../platform/clock.js';

/** A connection whose frames can be held back. */
export interface PacedSource {
  /** bytes that were sent and that the peer has not taken yet */
  readonly bufferedBytes: number;
  /** Stops reading; what was read before may still arrive. */
  pause(): void;
  resume(): void;
}

export interface PacedFrameOptions {
  readonly source: PacedSource;
  /** unread bytes from which on no frame is taken any more */
  readonly mark: number;
  /** seconds a peer may leave that many unread */
  readonly seconds: number;
  readonly clock: Clock;
  /** handles a frame */
  readonly take: (frame: Uint8Array) => void;
  /** called once the peer left its answers unread for too long */
  readonly tooSlow: () => void;
}

/**
 * Takes a peer's frames only as fast as it reads the answers: a peer that asks for much at once gets all of it, and little
 * waits for it. A peer that does not read at all is reported after a time.
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

  /** What has to be called when bytes that are sent now have been taken, or nothing where they fit anyway. */
  whenSent(bytes: number): (() => void) | undefined {
    return this.options.source.bufferedBytes + bytes > this.options.mark ? this.#goOn : undefined;
  }

  /** Forgets the frames that wait: the connection has ended. */
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
