import type { Clock } from '../../platform/clock.js';
import { ConsoleSessions, type NewConsoleSession } from './console-sessions.js';
import { OneTimeCodes } from './one-time-codes.js';

/** How long a one-time address works. Enough for a browser that starts cold on a slow machine. */
const CODE_LIFETIME = 2 * 60_000;
/** How long a browser stays let in without using the page. */
const SESSION_IDLE = 12 * 60 * 60_000;

/** Who may use the console page: whoever shows a code that was made over the control socket. */
export class ConsoleAccess {
  readonly #codes: OneTimeCodes;
  readonly #sessions: ConsoleSessions;
  #openPages = 0;

  /** @param url the page's address, e.g. `http://127.0.0.1:6490/` */
  constructor(
    readonly url: string,
    clock: Clock,
  ) {
    this.#codes = new OneTimeCodes(clock, CODE_LIFETIME);
    this.#sessions = new ConsoleSessions(clock, SESSION_IDLE);
  }

  /**
   * A new address that lets one browser in, once. The code is in the fragment: browsers keep that to themselves,
   * so it is in no request line, no Referer and no log.
   */
  createAddress(): string {
    return `${this.url}#code=${this.#codes.create()}`;
  }

  /** Uses a code up. @returns the session it opens, or null if it was not open */
  exchange(code: string): NewConsoleSession | null {
    return this.#codes.redeem(code) ? this.#sessions.create() : null;
  }

  /** Whether a request shows both secrets of a session that lives. */
  admits(id: string, token: string): boolean {
    return this.#sessions.check(id, token);
  }

  /** how many pages are open now */
  get openPages(): number {
    return this.#openPages;
  }

  /** Counts a page that is open until `closed` is aborted. */
  pageOpened(closed: AbortSignal): void {
    if (closed.aborted) return;
    this.#openPages += 1;
    closed.addEventListener('abort', () => (this.#openPages -= 1), { once: true });
  }
}
