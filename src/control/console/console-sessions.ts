import type { Clock } from '../../platform/clock.js';
import { createSecret, hashSecret, secretMatches } from '../../platform/secrets.js';

/** How many browsers stay let in at a time; one more ends the one that was idle longest. */
const SESSIONS_AT_ONCE = 16;

interface Session {
  readonly tokenHash: string;
  /** in milliseconds since the Unix epoch; every use moves it on */
  end: number;
}

export interface NewConsoleSession {
  /** for the cookie */
  readonly id: string;
  /** for the header that the page's script sends */
  readonly token: string;
}

/**
 * Browsers that were let in. A session is two secrets: a cookie that no script can read, and a token that only
 * the page's own origin knows. The cookie alone would not do: browsers send it to every port of 127.0.0.1, so
 * any other server of this machine may come to see it.
 */
export class ConsoleSessions {
  /** hash of the id → session, the one idle longest first */
  readonly #sessions = new Map<string, Session>();

  /** @param idle how long a session lasts without use, in milliseconds */
  constructor(
    private readonly clock: Clock,
    private readonly idle: number,
  ) {}

  create(): NewConsoleSession {
    const id = createSecret();
    const token = createSecret();
    this.#sessions.set(hashSecret(id), { tokenHash: hashSecret(token), end: this.clock.now() + this.idle });
    for (const hash of this.#sessions.keys()) {
      if (this.#sessions.size <= SESSIONS_AT_ONCE) break;
      this.#sessions.delete(hash);
    }
    return { id, token };
  }

  /** Whether both secrets belong to a session that lives; it lives on then. */
  check(id: string, token: string): boolean {
    const hash = hashSecret(id);
    const session = this.#sessions.get(hash);
    if (session === undefined || !secretMatches(token, session.tokenHash)) return false;
    this.#sessions.delete(hash);
    if (this.clock.now() >= session.end) return false;
    session.end = this.clock.now() + this.idle;
    this.#sessions.set(hash, session);
    return true;
  }
}
