import type { Clock } from '../../platform/clock.js';
import { createSecret, hashSecret, secretMatches } from '../../platform/secrets.js';

/** The maximum number of sessions; a further one ends the one that was idle longest. */
const MAX_SESSIONS = 16;

interface Session {
  readonly tokenHash: string;
  /** milliseconds since the Unix epoch; extended by each use */
  end: number;
}

export interface NewConsoleSession {
  /** for the cookie */
  readonly id: string;
  /** for the header that the page's script sends */
  readonly token: string;
}

/**
 * Sessions of browsers. A session has two secrets: a cookie that scripts cannot read, and a token that only the page's
 * own origin knows. The cookie alone is not enough: browsers send it to every port of 127.0.0.1, so other servers of
 * this machine may see it.
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
      if (this.#sessions.size <= MAX_SESSIONS) break;
      this.#sessions.delete(hash);
    }
    return { id, token };
  }

  /** Checks both secrets of a session and extends it. */
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
