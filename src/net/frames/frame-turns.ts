import { TURN_MS } from './frame-pace.js';

/** How many frames of one connection are taken before those of others that wait. */
const FRAMES_AT_ONCE = 32;
/** How many frames are taken before a turn is measured: measuring it for each would cost single ones a tenth of their time. */
const UNMEASURED_FRAMES = 8;

/** A connection with frames that wait for their turn. */
export interface WaitingFrames {
  /** Takes some of them. @param most how many */
  takeSome(most: number): void;
}

/**
 * Takes the frames of all connections in turns of the event loop: those that arrive for 20 ms in a row, and then, for as
 * long, those that had to wait, of one connection after the other. Others are answered in between, however many
 * connections send a burst at once (docs/adr/0040-long-runs-of-frames-are-interrupted.md).
 */
export class FrameTurns {
  readonly #waiting = new Set<WaitingFrames>();
  /** when the turn is over, in the milliseconds of `now`; null while it is not measured */
  #end: number | null = null;
  /** frames that were taken since a turn was measured */
  #unmeasured = 0;
  #isScheduled = false;

  /** @param now the time, in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether another frame may be taken in this turn. */
  mayTake(): boolean {
    if (this.#end !== null) return this.now() < this.#end;
    this.#unmeasured += 1;
    if (this.#unmeasured >= UNMEASURED_FRAMES) {
      this.#end = this.now() + TURN_MS;
      this.#schedule();
    }
    return true;
  }

  /** Has frames of a connection taken in a later turn. */
  wait(connection: WaitingFrames): void {
    this.#waiting.add(connection);
    this.#schedule();
  }

  /** The connection has closed. */
  forget(connection: WaitingFrames): void {
    this.#waiting.delete(connection);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#takeWaiting();
    });
  }

  #takeWaiting(): void {
    this.#end = this.now() + TURN_MS;
    for (const connection of this.#waiting) {
      if (!this.mayTake()) break;
      this.#waiting.delete(connection);
      // One that has more is added again, behind the others.
      connection.takeSome(FRAMES_AT_ONCE);
    }
    this.#end = null;
    this.#unmeasured = 0;
    if (this.#waiting.size > 0) this.#schedule();
  }
}
