import { toMono } from '../pcm.js';

/**
 * Blocks that are there before the first is taken, because inputs deliver some at a time and neither direction keeps
 * step exactly. Sound is heard later than these blocks last, so that an echo never comes before what it is of.
 */
const CUSHION = 3;
/** So many blocks more than the cushion are kept while there are less from time to time. */
const SURPLUS = 2;
/** For how many blocks taken the fewest that were there are observed: a second. */
const OBSERVED = 100;
/** After so many blocks in a row that are missing, nothing is being played. */
const MAX_MISSING = 10;
/** More blocks than this are not kept: nothing is being recorded. */
const MAX_BLOCKS = 25;

/**
 * What is played, in mono blocks of 10 ms, for the echo canceller. Recorded and played blocks are counted, so that
 * their distance stays the same when one of both is held up for a while: each change makes the canceller adapt again.
 */
export class EchoReference {
  readonly #blocks: Int16Array[] = [];
  #isReady = false;
  /** blocks that were not there when they were to be taken, and are left out when they come */
  #owed = 0;
  #missingInRow = 0;
  #observed = 0;
  #fewest = Number.POSITIVE_INFINITY;

  /** A block is handed to the device. */
  push(stereo: Int16Array): void {
    if (this.#owed > 0) {
      this.#owed -= 1;
      return;
    }
    this.#blocks.push(toMono(stereo));
    if (this.#blocks.length > MAX_BLOCKS) this.#restart();
  }

  /** The block for the next one that was recorded; null if nothing is played. */
  take(): Int16Array | null {
    if (!this.#isReady) {
      if (this.#blocks.length < CUSHION) return null;
      // An output requests several blocks when it starts.
      this.#keepCushion();
      this.#isReady = true;
    }
    this.#observe();
    const block = this.#blocks.shift();
    if (block === undefined) return this.#miss();
    this.#missingInRow = 0;
    return block;
  }

  /** The output was closed. */
  clear(): void {
    this.#blocks.length = 0;
    this.#restart();
  }

  /** The clocks of two devices differ: leaves out what has become too much over a second. */
  #observe(): void {
    this.#fewest = Math.min(this.#fewest, this.#blocks.length);
    this.#observed += 1;
    if (this.#observed < OBSERVED) return;
    if (this.#fewest > CUSHION + SURPLUS) this.#blocks.splice(0, this.#fewest - CUSHION);
    this.#observed = 0;
    this.#fewest = Number.POSITIVE_INFINITY;
  }

  #miss(): null {
    this.#owed += 1;
    this.#missingInRow += 1;
    if (this.#missingInRow >= MAX_MISSING) this.#restart();
    return null;
  }

  /** Begins with a cushion again. */
  #restart(): void {
    this.#isReady = false;
    this.#owed = 0;
    this.#missingInRow = 0;
    this.#observed = 0;
    this.#fewest = Number.POSITIVE_INFINITY;
    this.#keepCushion();
  }

  #keepCushion(): void {
    this.#blocks.splice(0, Math.max(0, this.#blocks.length - CUSHION));
  }
}
