import { Emitter, type Listenable, type Unsubscribe } from '../../platform/async/events.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { ConsoleSessions, type SignedInSession } from './console-sessions.js';
import { ConsoleSessionsFile } from './console-sessions-file.js';
import { type CodeOutcome, OneTimeCodes } from './one-time-codes.js';

/** How long a one-time URL is valid, in milliseconds; enough to start a browser on a slow machine. */
const CODE_LIFETIME_MS = 2 * 60_000;
/** How long the proof of a page is accepted after the daemon's, in milliseconds. */
const PROOF_LIFETIME_MS = 60_000;
/** How long a browser stays signed in without using the page, in milliseconds. */
const SESSION_IDLE_MS = 12 * 60 * 60_000;

interface AccessEvents {
  /** whether the person looks at a console page changed */
  attended: boolean;
  /** all browsers were signed out: what is still being sent to them must end */
  signedOut: undefined;
}

export interface NewAddress {
  readonly view?: string | undefined;
  readonly onEnd?: (outcome: CodeOutcome) => void;
}

/** What the daemon answers to the challenge of a page. */
export interface DaemonProof {
  /** the origin that the daemon serves in this run */
  readonly origin: string;
  /** works once, to sign the page in */
  readonly nonce: string;
  readonly proof: string;
}

/** What a page proves that was signed in during an earlier run. */
export interface PageProof {
  readonly session: string;
  readonly challenge: string;
  readonly nonce: string;
  readonly proof: string;
}

export interface ConsoleAccessOptions {
  /** the origin of this run, e.g. `http://guildhall-….localhost:6490` */
  readonly origin: string;
  /** where sessions are stored, so that a restart does not end them; null: they end with this daemon */
  readonly sessionsPath: string | null;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Controls access to the console page: a browser needs a one-time code that was created over the control socket. */
export class ConsoleAccess implements Component, Listenable<AccessEvents> {
  readonly #events: Emitter<AccessEvents>;
  readonly #codes: OneTimeCodes;
  readonly #nonces: OneTimeCodes;
  readonly #sessions: ConsoleSessions;
  #openPages = 0;
  #attendedPages = 0;

  private constructor(
    readonly origin: string,
    private readonly file: ConsoleSessionsFile | null,
    sessions: ConsoleSessions,
    { clock, log }: ConsoleAccessOptions,
  ) {
    this.#events = Emitter.logging(log, 'console');
    this.#codes = new OneTimeCodes(clock, CODE_LIFETIME_MS);
    this.#nonces = new OneTimeCodes(clock, PROOF_LIFETIME_MS);
    this.#sessions = sessions;
  }

  static async open(options: ConsoleAccessOptions): Promise<ConsoleAccess> {
    const { clock, log, origin, sessionsPath } = options;
    const file = sessionsPath === null ? null : await ConsoleSessionsFile.open({ path: sessionsPath, log });
    const sessions = new ConsoleSessions({
      origin,
      clock,
      idle: SESSION_IDLE_MS,
      saved: (await file?.load()) ?? [],
      save: (saved) => file?.save(saved),
    });
    return new ConsoleAccess(origin, file, sessions, options);
  }

  /** Waits until the sessions are stored. */
  async stop(): Promise<void> {
    await this.file?.flush();
  }

  /**
   * Creates a URL that signs one browser in, once. The code is in the fragment, which browsers do not send: it is in no
   * request line, Referer or log.
   *
   * @param address.view the view that opens, or `dock`, which is a page of its own; by default the first view
   * @param address.onEnd called once, when the URL is no longer valid
   */
  createAddress({ view, onEnd = () => {} }: NewAddress = {}): string {
    const code = this.#codes.create(onEnd);
    if (view === 'dock') return `${this.origin}/dock#code=${code}`;
    return `${this.origin}/#code=${code}${view === undefined ? '' : `&view=${view}`}`;
  }

  on<Name extends keyof AccessEvents>(
    name: Name,
    listener: (event: AccessEvents[Name]) => void,
  ): Unsubscribe {
    return this.#events.on(name, listener);
  }

  /** Redeems a code. @returns the new session, or null if the code is not valid */
  exchange(code: string): SignedInSession | null {
    return this.#codes.redeem(code) ? this.#sessions.create() : null;
  }

  /** Answers the challenge of a page. @returns null if there is no such session */
  prove(session: string, challenge: string): DaemonProof | null {
    // First, so that nobody without a session displaces the nonces of others.
    if (!this.#sessions.has(session)) return null;
    const { origin } = this;
    const nonce = this.#nonces.create(() => {});
    const proof = this.#sessions.prove(session, { challenge, nonce, origin });
    return proof === null ? null : { origin, nonce, proof };
  }

  /** Signs in a page that was signed in during an earlier run. @returns null if its proof is not valid */
  resume({ session, challenge, nonce, proof }: PageProof): SignedInSession | null {
    if (!this.#nonces.redeem(nonce)) return null;
    return this.#sessions.resume(session, { challenge, nonce, origin: this.origin }, proof);
  }

  /** Whether a request has both signatures of a valid session. */
  admits(session: string, cookie: string, token: string): boolean {
    return this.#sessions.check(session, cookie, token);
  }

  /**
   * Ends the sessions of all browsers, and the addresses that would sign one in. Resolves when the sessions are no longer
   * stored.
   *
   * @throws if the file with the sessions cannot be removed
   */
  async signOutAll(): Promise<void> {
    this.#codes.clear();
    this.#nonces.clear();
    this.#sessions.clear();
    this.#events.emit('signedOut', undefined);
    await this.file?.remove();
  }

  /** whether a console page is open, also one that is out of sight */
  get hasOpenPage(): boolean {
    return this.#openPages > 0;
  }

  /** whether the person looks at a console page: requests need no notification then */
  get isAttended(): boolean {
    return this.#attendedPages > 0;
  }

  /** Counts a page as open until `closed` is aborted. */
  pageOpened(closed: AbortSignal): void {
    if (closed.aborted) return;
    this.#openPages += 1;
    closed.addEventListener('abort', () => (this.#openPages -= 1), { once: true });
  }

  /** Counts a page as looked at until `ended` is aborted. */
  pageAttended(ended: AbortSignal): void {
    if (ended.aborted) return;
    this.#countAttended(1);
    ended.addEventListener('abort', () => this.#countAttended(-1), { once: true });
  }

  #countAttended(change: 1 | -1): void {
    const before = this.isAttended;
    this.#attendedPages += change;
    if (this.isAttended !== before) this.#events.emit('attended', this.isAttended);
  }
}
