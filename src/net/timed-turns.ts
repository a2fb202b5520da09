import { TURN_MS } from './frames/frame-pace.js';

/** How many frames or requests of one peer are taken before those of others that wait. */
const TAKEN_AT_ONCE = 32;
/** How many are taken before a turn is measured: an immediate for each would cost single frames a tenth of their time. */
const UNMEASURED = 8;
/** How many iterations of the event loop in a row may accept a connection each before what waits is taken. */
const ACCEPTED_AT_ONCE = 32;
/** How long a turn takes while connections are accepted, in milliseconds. */
const ACCEPTING_TURN_MS = 2;

/** A peer with frames or requests that wait for their turn. */
export interface WaitingPeer {
  /** Takes some of them, for as long as it may. @param most how many */
  takeSome(most: number): void;
}

/**
 * Takes what all peers send in turns of the event loop: what arrives for 20 ms in a row, and then, for as long, what had to
 * wait, of one peer after the other. Others are answered in between, however many send a burst at once
 * (docs/adr/0040-long-runs-of-frames-are-interrupted.md).
 */
export class TimedTurns {
  readonly #waiting = new Set<WaitingPeer>();
  /** when the turn is over, in the milliseconds of `now`; null while it is not measured */
  #end: number | null = null;
  /** how many were taken since a turn was measured, and when the last of them was */
  #unmeasured = 0;
  #last = 0;
  #isScheduled = false;
  /** whether a connection was accepted in this iteration of the event loop, and in how many before it in a row */
  #hasAccepted = false;
  #accepted = 0;

  /**
   * @param now the time, in milliseconds
   * @param longMs a turn is also measured once so much time has passed since the last one was taken, in milliseconds: for what may take long
   */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly longMs: number | null = null,
  ) {}

  /** Whether another frame or request may be taken in this turn. */
  mayTake(): boolean {
    if (this.#end !== null) return this.now() < this.#end;
    this.#unmeasured += 1;
    if (this.#unmeasured >= UNMEASURED || this.#tookLong()) {
      this.#end = this.now() + (this.#accepted > 0 ? ACCEPTING_TURN_MS : TURN_MS);
      this.#schedule();
    }
    return true;
  }

  #tookLong(): boolean {
    if (this.longMs === null) return false;
    const now = this.now();
    const tookLong = now - this.#last > this.longMs;
    this.#last = now;
    return tookLong;
  }

  /** Has what a peer sent taken in a later turn. */
  wait(peer: WaitingPeer): void {
    this.#waiting.add(peer);
    this.#schedule();
  }

  /** The peer has left. */
  forget(peer: WaitingPeer): void {
    this.#waiting.delete(peer);
  }

  /**
   * A connection was accepted. Node.js accepts one in an iteration of the event loop, so a client who connects would wait for a turn
   * of each who connected before: what waits is taken later, and turns are short.
   */
  accepted(): void {
    this.#hasAccepted = true;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (!this.#isAccepting()) this.#takeWaiting();
      this.#end = null;
      this.#unmeasured = 0;
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  #isAccepting(): boolean {
    const isAccepting = this.#hasAccepted && this.#accepted < ACCEPTED_AT_ONCE;
    this.#accepted = isAccepting ? this.#accepted + 1 : 0;
    this.#hasAccepted = false;
    return isAccepting;
  }

  #takeWaiting(): void {
    this.#end = this.now() + TURN_MS;
    for (const peer of this.#waiting) {
      if (!this.mayTake()) break;
      this.#waiting.delete(peer);
      // One that has more is added again, behind the others.
      peer.takeSome(TAKEN_AT_ONCE);
    }
  }
}
