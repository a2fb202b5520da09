/** How many frames are sent in one turn of the event loop before sessions wait for their turn. */
const FRAMES_AT_ONCE = 500;
/** A larger frame counts as several of this size, in bytes. */
const FRAME_BYTES = 16 * 1024;
/** How long sessions are sent what was held in a row, in milliseconds. */
const TURN_MS = 10;

/** A session whose frames can wait. */
interface Holdable {
  hold(): void;
  release(): void;
}

/**
 * Sends frames in turns of the event loop, if it is so many that others would wait for them: of one change for many
 * sessions, or of many changes that were stored together (docs/adr/0040-long-runs-of-frames-are-interrupted.md).
 */
export class SendingTurns {
  readonly #held = new Set<Holdable>();
  /** frames that were sent in this turn of the event loop */
  #sent = 0;

  /** @param now the time, in milliseconds */
  constructor(
    private readonly framesAtOnce = FRAMES_AT_ONCE,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Asks to send a session a frame.
   *
   * @returns whether it may be sent at once; if not, the session is held and released later
   */
  take(session: Holdable, bytes: number): boolean {
    if (this.#sent === 0) {
      setImmediate(() => {
        this.#sent = 0;
      });
    }
    this.#sent += Math.max(1, bytes / FRAME_BYTES);
    if (this.#sent <= this.framesAtOnce) return true;
    this.wait(session);
    return false;
  }

  /** Holds all who receive a change at once if it has too many frames: none of them is sent its frames apart from the others. */
  prepare(sessions: ReadonlySet<Holdable>, frames: number): void {
    if (frames >= this.framesAtOnce) for (const session of sessions) this.wait(session);
  }

  /** Holds a session and releases it in a later turn. */
  wait(session: Holdable): void {
    if (this.#held.size === 0) setImmediate(() => this.#releaseSome());
    session.hold();
    this.#held.add(session);
  }

  #releaseSome(): void {
    const until = this.now() + TURN_MS;
    try {
      for (const session of this.#held) {
        this.#held.delete(session);
        session.release();
        if (this.now() >= until) break;
      }
    } finally {
      if (this.#held.size > 0) setImmediate(() => this.#releaseSome());
    }
  }
}
