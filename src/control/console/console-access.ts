import type { Clock } from '../../platform/clock.js';
import { Emitter, type Listenable, type Unsubscribe } from '../../platform/events.js';
import type { Logger } from '../../platform/log.js';
import { ConsoleSessions, type NewConsoleSession } from './console-sessions.js';
import { type CodeOutcome, OneTimeCodes } from './one-time-codes.js';

/** How long a one-time address works. Enough for a browser that starts cold on a slow machine. */
const CODE_LIFETIME = 2 * 60_000;
/** How long a browser stays let in without using the page. */
const SESSION_IDLE = 12 * 60 * 60_000;

interface AccessEvents {
  /** how many console pages are open has changed */
  openPages: number;
}

/** Who may use the console page: whoever shows a code that was made over the control socket. */
export class ConsoleAccess implements Listenable<AccessEvents> {
  readonly #events: Emitter<AccessEvents>;
  readonly #codes: OneTimeCodes;
  readonly #sessions: ConsoleSessions;
  #openPages = 0;

  /** @param url the page's address, e.g. `http://127.0.0.1:6490/` */
  constructor(
    readonly url: string,
    clock: Clock,
    log: Logger,
  ) {
    this.#events = new Emitter((error) => log.error({ err: error }, 'a console listener failed'));
    this.#codes = new OneTimeCodes(clock, CODE_LIFETIME);
    this.#sessions = new ConsoleSessions(clock, SESSION_IDLE);
  }

  /**
   * A new address that lets one browser in, once. The code is in the fragment: browsers keep that to themselves,
   * so it is in no request line, no Referer and no log.
   *
   * @param onEnd called once, when the address no longer works
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
    this.#countPages(1);
    closed.addEventListener('abort', () => this.#countPages(-1), { once: true });
  }

  #countPages(change: 1 | -1): void {
    this.#openPages += change;
    this.#events.emit('openPages', this.#openPages);
  }
}
