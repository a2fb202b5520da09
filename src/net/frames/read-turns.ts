import type { Clock } from '../../platform/clock.js';
import { type PausableSource, TURN_MS } from './frame-pace.js';

/**
 * Interrupts long runs of frames of many connections: thousands that arrive at once would be handled before anything else is.
 * Once frames were handled for 20 ms in a row, the connections that send are not read for one turn of the event loop.
 */
export class ReadTurns {
  /** the connections that sent something in this turn, and in those before it that were interrupted */
  readonly #sending = new Set<PausableSource>();
  /** when the first frame of this turn of the event loop was handled; milliseconds since the Unix epoch */
  #began: number | null = null;
  #isInterrupted = false;

  constructor(private readonly clock: Clock) {}

  /** A frame of a connection was handled. */
  handled(source: PausableSource): void {
    this.#sending.add(source);
    if (this.#isInterrupted) {
      source.pause();
      return;
    }
    const now = this.clock.now();
    if (this.#began === null) {
      this.#began = now;
      setImmediate(() => this.#endTurn());
    } else if (now - this.#began >= TURN_MS) {
      this.#isInterrupted = true;
      // Those that have not been read in this turn are no longer read in it.
      for (const sending of this.#sending) sending.pause();
    }
  }

  #endTurn(): void {
    this.#began = null;
    if (!this.#isInterrupted) {
      this.#sending.clear();
      return;
    }
    this.#isInterrupted = false;
    for (const sending of this.#sending) sending.resume();
  }
}
