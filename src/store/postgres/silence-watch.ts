import type { Clock } from '../../platform/clock.js';

/** The interval at which a connection with unanswered statements is looked at, in milliseconds. */
const TICK_MS = 500;
/** After how many ticks without a byte the server is asked. */
const SILENT_TICKS = 4;
/** The same if there is another sign that the connection is lost. */
const SUSPECTED_TICKS = 1;

/** What a process of the server does: it runs a statement, it waits for its client, or there is no such process. */
export type BackendState = 'working' | 'waiting' | 'gone';

export interface SilenceWatchOptions {
  readonly clock: Pick<Clock, 'every'>;
  /** asks over another connection what the process of the server does */
  readonly ask: () => Promise<BackendState>;
  /** called once when the connection is found to be lost */
  readonly lose: () => void;
}

/**
 * Finds out that a connection is lost although nothing closed it: the network drops its packets, or another server has
 * the address now. It is, if no byte arrives for two seconds while statements are unanswered, and a new connection shows that
 * the server does not know it, or waits for a statement while the client waits for the answer. A statement that the server
 * works on is never cut off, however long it takes; nor is one as long as the server cannot be asked.
 */
export class SilenceWatch {
  #unanswered = 0;
  /** a number that grows with what is received */
  #received = 0;
  #receivedBefore = 0;
  #silentTicks = 0;
  #limit = SILENT_TICKS;
  #isAsking = false;
  /** whether the server was waiting when it was asked; its answer may have been on the way */
  #isDoubtful = false;
  #cancel: (() => void) | null = null;

  constructor(private readonly options: SilenceWatchOptions) {}

  /** A statement is sent. */
  sent(): void {
    this.#unanswered += 1;
    if (this.#unanswered === 1) this.#begin(-1);
    this.#cancel ??= this.options.clock.every(TICK_MS, () => this.#tick());
  }

  /** A statement was answered, or it failed. */
  answered(): void {
    this.#unanswered -= 1;
  }

  /** Something arrived. */
  received(): void {
    this.#received += 1;
  }

  /** Asks the server sooner, unless something arrives. */
  suspect(): void {
    this.#limit = SUSPECTED_TICKS;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #begin(ticks: number): void {
    this.#silentTicks = ticks;
    this.#receivedBefore = this.#received;
    this.#isDoubtful = false;
  }

  #tick(): void {
    if (this.#unanswered === 0) this.stop();
    else if (this.#received !== this.#receivedBefore) {
      this.#limit = SILENT_TICKS;
      this.#begin(0);
    } else if (this.#isDoubtful) this.#lose();
    else {
      this.#silentTicks += 1;
      if (this.#silentTicks >= this.#limit && !this.#isAsking) void this.#ask();
    }
  }

  /** Never throws. */
  async #ask(): Promise<void> {
    const { ask } = this.options;
    const before = this.#received;
    this.#isAsking = true;
    try {
      const state = await ask();
      if (this.#received !== before || this.#unanswered === 0) return;
      if (state === 'gone') this.#lose();
      else if (state === 'waiting') this.#isDoubtful = true;
      else this.#begin(0);
    } catch {
      // The server cannot be reached; it is asked again at the next tick.
    } finally {
      this.#isAsking = false;
    }
  }

  #lose(): void {
    if (this.#cancel === null) return;
    this.stop();
    this.options.lose();
  }
}
