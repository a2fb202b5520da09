import type { Clock } from '../platform/clock.js';

export interface Pace {
  /** unread bytes from which on no frame is taken any more */
  readonly mark: number;
  /** seconds a peer may leave that many unread */
  readonly seconds: number;
}

/** A connection whose frames can be held back. */
export interface PacedSource {
  /** bytes that were sent and that the peer has not taken yet */
  readonly bufferedBytes: number;
  /** Stops reading; what was read before may still arrive. */
  pause(): void;
  resume(): void;
}

/**
 * Takes a peer's frames only as fast as it reads the answers: who asks for much at once gets all of it, and what waits
 * for it stays small. Who does not read at all is reported after a time.
 */
export class PacedFrames {
  /** frames that had already been read when the source was paused */
  readonly #held: Uint8Array[] = [];
  #deadline: (() => void) | null = null;

  /**
   * @param take handles a frame
   * @param tooSlow called once the peer left its answers unread for too long
   */
  constructor(
    private readonly source: PacedSource,
    private readonly pace: Pace,
    private readonly clock: Clock,
    private readonly take: (frame: Uint8Array) => void,
    private readonly tooSlow: () => void,
  ) {}

  receive(frame: Uint8Array): void {
    if (this.#deadline === null && this.#hasRoom) {
      this.take(frame);
      return;
    }
    this.#held.push(frame);
    if (this.#deadline !== null) return;
    this.source.pause();
    this.#deadline = this.clock.after(this.pace.seconds * 1000, this.tooSlow);
  }

  /** What has to be called when bytes that are sent now have been taken, or nothing where they fit anyway. */
  whenSent(bytes: number): (() => void) | undefined {
    return this.source.bufferedBytes + bytes > this.pace.mark ? this.#goOn : undefined;
  }

  /** Forgets the frames that wait: the connection has ended. */
  end(): void {
    this.#held.length = 0;
    this.#deadline?.();
    this.#deadline = null;
  }

  get #hasRoom(): boolean {
    return this.source.bufferedBytes <= this.pace.mark;
  }

  readonly #goOn = (): void => {
    if (this.#deadline === null || !this.#hasRoom) return;
    while (this.#hasRoom) {
      const frame = this.#held.shift();
      if (frame === undefined) break;
      this.take(frame);
    }
    this.#deadline();
    this.#deadline = null;
    if (this.#held.length === 0) this.source.resume();
    else this.#deadline = this.clock.after(this.pace.seconds * 1000, this.tooSlow);
  };
}
