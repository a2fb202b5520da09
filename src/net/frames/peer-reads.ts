import type { Socket } from 'node:net';
import { sleep } from '../../platform/async/promises.js';
import { type Clock, isAhead } from '../../platform/clock.js';

/** The time between two looks at connections, in milliseconds. */
const INTERVAL_MS = 1;
/** The number of looks at a connection, each a millisecond later after the one before: a second in all. */
const MAX_LOOKS = 45;
/** The wait where the system does not say what a peer has read, in milliseconds. */
const UNKNOWN_WAIT_MS = 10;

interface Waiting {
  readonly connection: Socket;
  readonly resolve: () => void;
  looks: number;
  /** milliseconds since the Unix epoch */
  nextLook: number;
}

/** Waits until the programs at the other end of connections have read what was sent to them. */
export class PeerReads {
  readonly #waiting = new Set<Waiting>();

  /** @param countUnread counts the bytes that the peer of a connection has not read; null if unknown */
  constructor(
    private readonly countUnread: (connection: Socket) => number | null,
    private readonly clock: Clock,
  ) {}

  /**
   * Waits until the peer has read everything, at most about a second. A program that reads once in each turn of its event
   * loop has then handled it before it reads anything that is sent from now on. If the system does not say what the peer
   * has read, waits 10 ms.
   */
  untilRead(connection: Socket): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add({ connection, resolve, looks: 0, nextLook: 0 });
      // An idle peer reads at once. If others wait, it is probably busy with them.
      if (this.#waiting.size === 1) setImmediate(() => this.#look());
    });
  }

  #look(): void {
    const now = this.clock.now();
    for (const waiting of this.#waiting)
      if (!isAhead(now, waiting.nextLook, MAX_LOOKS)) this.#lookAt(waiting, now);
    if (this.#waiting.size > 0) this.clock.after(INTERVAL_MS, () => this.#look());
  }

  #lookAt(waiting: Waiting, now: number): void {
    const { connection, resolve } = waiting;
    const unread = this.countUnread(connection);
    waiting.looks += 1;
    waiting.nextLook = now + waiting.looks;
    if (unread !== null && unread > 0 && waiting.looks < MAX_LOOKS) return;
    this.#waiting.delete(waiting);
    if (unread === null) void sleep(this.clock, UNKNOWN_WAIT_MS).then(resolve);
    else resolve();
  }
}
