import type { Clock } from '../../platform/clock.js';
import { Emitter, type Listenable, type Unsubscribe } from '../../platform/events.js';
import type { Logger } from '../../platform/log.js';
import { ConsoleSessions, type NewConsoleSession } from './console-sessions.js';
import { type CodeOutcome, OneTimeCodes } from './one-time-codes.js';

/** How long a one-time URL is valid, in milliseconds; enough to start a browser on a slow machine. */
const CODE_LIFETIME_MS = 2 * 60_000;
/** How long a browser stays signed in without using the page, in milliseconds. */
const SESSION_IDLE_MS = 12 * 60 * 60_000;

interface AccessEvents {
  /** the number of open console pages changed */
  openPages: number;
}

/** Controls access to the console page: a browser needs a one-time code that was created over the control socket. */
export class ConsoleAccess implements Listenable<AccessEvents> {
  readonly #events: Emitter<AccessEvents>;
  readonly #codes: OneTimeCodes;
  readonly #sessions: ConsoleSessions;
  #openPages = 0;

  /** @param url the page's URL, e.g. `http://127.0.0.1:6490/` */
  constructor(
    readonly url: string,
    clock: Clock,
    log: Logger,
  ) {
    this.#events = Emitter.logging(log, 'console');
    this.#codes = new OneTimeCodes(clock, CODE_LIFETIME_MS);
    this.#sessions = new ConsoleSessions(clock, SESSION_IDLE_MS);
  }

  /**
   * Creates a URL that signs one browser in, once. The code is in the fragment, which browsers do not send: it is in no
   * request line, Referer or log.
   *
   * @param onEnd called once, when the URL is no longer valid
   */
  createAddress(onEnd: (outcome: CodeOutcome) => void = () => {}): string {
    return `${this.url}#code=${this.#codes.create(onEnd)}`;
  }

  on<Name extends keyof AccessEvents>(
    name: Name,
    listener: (event: AccessEvents[Name]) => void,
  ): Unsubscribe {
    return this.#events.on(name, listener);
  }

  /** Redeems a code. @returns the new session, or null if the code is not valid */
  exchange(code: string): NewConsoleSession | null {
    return this.#codes.redeem(code) ? this.#sessions.create() : null;
  }

  /** Whether a request has both secrets of a valid session. */
  admits(id: string, token: string): boolean {
    return this.#sessions.check(id, token);
  }

  /** the number of open pages */
  get openPages(): number {
    return this.#openPages;
  }

  /** Counts a page as open until `closed` is aborted. */
  pageOpened(closed: AbortSignal): void {
    if (closed.aborted) return;
    this.#countPages(1);
    closed.addEventListener('abort', () => this.#countPages(-1), { once: true });
  }

  #countPages(change: 1 | -1): void {
    this.#openPages += change;
    this.#events.emit('openPages', this.#openPages);
  }
}
