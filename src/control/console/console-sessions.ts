import { createHmac } from 'node:crypto';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import type { Clock } from '../../platform/clock.js';
import { createSecret, equalInConstantTime } from '../../platform/crypto/secrets.js';
import { credentialText, type ProofContent, proofText } from '../../platform/crypto/session-proof.js';
import type { SavedSession } from './console-sessions-file.js';

/** The maximum number of sessions; a further one ends the one that was idle longest. */
const MAX_SESSIONS = 16;
/** How far the end of a session may be ahead of the saved one, in milliseconds: not every use is written. */
const SAVE_INTERVAL_MS = 60 * 60_000;

interface Session {
  readonly key: string;
  /** what a request has to bring: derived from the key and the origin of this run */
  readonly cookie: string;
  readonly token: string;
  /** milliseconds since the Unix epoch; extended by each use */
  end: number;
  savedEnd: number;
}

export interface ConsoleSessionsOptions {
  /** the origin of this run */
  readonly origin: string;
  readonly clock: Clock;
  /** how long a session lasts without use, in milliseconds */
  readonly idle: number;
  /** sessions of an earlier run, the one idle longest first */
  readonly saved: readonly SavedSession[];
  readonly save: (sessions: readonly SavedSession[]) => void;
}

/** A session as a browser gets it. */
export interface SignedInSession {
  /** names the session; not a secret */
  readonly name: string;
  /** the secret of the session, for the page's script */
  readonly key: string;
  /** for the cookie */
  readonly cookie: string;
}

/**
 * Sessions of browsers (docs/adr/0039-an-origin-for-each-run.md). Browser and daemon share a key, which is sent once. A
 * request brings two signatures of the origin of this run: a cookie, which scripts cannot read, and a header, which
 * only the page's own origin can send. In another run both are worthless.
 */
export class ConsoleSessions {
  /** name → session, the one idle longest first */
  readonly #sessions = new BoundedMap<string, Session>(MAX_SESSIONS);

  constructor(private readonly options: ConsoleSessionsOptions) {
    for (const { name, key, end } of options.saved) {
      this.#sessions.set(name, this.#toSession(key, end));
    }
  }

  create(): SignedInSession {
    const name = createSecret();
    const session = this.#toSession(createSecret(), this.#nextEnd());
    this.#sessions.set(name, session);
    this.#save();
    return { name, key: session.key, cookie: session.cookie };
  }

  has(name: string): boolean {
    return this.#find(name) !== null;
  }

  /** Proves to a page that the daemon knows the key of its session. @returns null if there is no such session */
  prove(name: string, content: ProofContent): string | null {
    const session = this.#find(name);
    return session === null ? null : sign(session.key, proofText('daemon', content));
  }

  /** Signs a browser in that was signed in during an earlier run. @returns null if its proof is wrong */
  resume(name: string, content: ProofContent, proof: string): SignedInSession | null {
    const session = this.#find(name);
    if (session === null) return null;
    if (!equalInConstantTime(sign(session.key, proofText('page', content)), proof)) return null;
    this.#extend(name, session);
    return { name, key: session.key, cookie: session.cookie };
  }

  /** Checks both signatures of a request and extends its session. */
  check(name: string, cookie: string, token: string): boolean {
    const session = this.#find(name);
    if (session === null) return false;
    const isRight = equalInConstantTime(session.cookie, cookie) && equalInConstantTime(session.token, token);
    if (isRight) this.#extend(name, session);
    return isRight;
  }

  /** Ends all sessions; those that are stored are for the caller to remove. */
  clear(): void {
    this.#sessions.clear();
  }

  #find(name: string): Session | null {
    const session = this.#sessions.get(name);
    if (session === undefined) return null;
    if (this.options.clock.now() < session.end) return session;
    this.#sessions.delete(name);
    this.#save();
    return null;
  }

  #extend(name: string, session: Session): void {
    this.#sessions.delete(name);
    session.end = this.#nextEnd();
    this.#sessions.set(name, session);
    if (Math.abs(session.end - session.savedEnd) > SAVE_INTERVAL_MS) this.#save();
  }

  #toSession(key: string, end: number): Session {
    const { origin } = this.options;
    const cookie = sign(key, credentialText('cookie', origin));
    return { key, cookie, token: sign(key, credentialText('token', origin)), end, savedEnd: end };
  }

  #nextEnd(): number {
    return this.options.clock.now() + this.options.idle;
  }

  #save(): void {
    const sessions = [...this.#sessions].map(([name, session]) => {
      session.savedEnd = session.end;
      return { name, key: session.key, end: session.end };
    });
    this.options.save(sessions);
  }
}

function sign(key: string, text: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url');
}
