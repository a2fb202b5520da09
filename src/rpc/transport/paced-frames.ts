import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.js';

export interface Pace {
  /** unread bytes from which on no frame is taken any more */
  readonly mark: number;
  /** seconds a peer may leave that many unread */
  readonly seconds: number;
}

/**
 * Takes a peer's frames only as fast as it reads the answers: who asks for much at once gets all of it, and what waits
 * for it stays small. Who does not read at all is reported after a time.
 */
export class PacedFrames {
  /** frames that the WebSocket had already taken off the wire when it was paused */
  readonly #held: RawData[] = [];
  #deadline: (() => void) | null = null;

  /**
   * @param take handles a frame
   * @param tooSlow called once the peer left its answers unread for too long
   */
  constructor(
    private readonly socket: WebSocket,
    private readonly pace: Pace,
    private readonly clock: Clock,
    private readonly take: (data: RawData) => void,
    private readonly tooSlow: () => void,
  ) {
    socket.once('close', () => this.#end());
  }

  receive(data: RawData): void {
    if (this.#deadline === null && this.#hasRoom) {
      this.take(data);
      return;
    }
    this.#held.push(data);
    if (this.#deadline !== null) return;
    this.socket.pause();
    this.#deadline = this.clock.after(this.pace.seconds * 1000, this.tooSlow);
  }

  /** What `send` of the WebSocket shall call when bytes are on their way, or nothing where they fit anyway. */
  whenSent(bytes: number): (() => void) | undefined {
    return this.socket.bufferedAmount + bytes > this.pace.mark ? this.#goOn : undefined;
  }

  get #hasRoom(): boolean {
    return this.socket.bufferedAmount <= this.pace.mark;
  }

  readonly #goOn = (): void => {
    if (this.#deadline === null || !this.#hasRoom) return;
    while (this.#hasRoom) {
      const data = this.#held.shift();
      if (data === undefined) break;
      this.take(data);
    }
    this.#deadline();
    this.#deadline = null;
    if (this.#held.length === 0) this.socket.resume();
    else this.#deadline = this.clock.after(this.pace.seconds * 1000, this.tooSlow);
  };

  #end(): void {
    this.#held.length = 0;
    this.#deadline?.();
    this.#deadline = null;
  }
}
