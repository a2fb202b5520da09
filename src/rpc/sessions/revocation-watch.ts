import type { ChatClient } from '../../client/client.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** How many times one token is looked up, if an authorization is revoked during each lookup. */
const MAX_LOOKUPS = 3;

/** What a revocation must concern to be noticed. */
export interface WatchedGrant {
  readonly applicationId: Snowflake;
  /** the SHA-256 of an access token in hex; null: only the end of everything granted to the application counts */
  readonly tokenHash: string | null;
}

interface Watched extends WatchedGrant {
  isRevoked: boolean;
}

/**
 * Notices revocations that arrive while the service is asked: an answer that it gave before a revocation must not give
 * anything after it. `Revocations` closes only the connections that are already authorized.
 */
export class RevocationWatch implements Component {
  readonly #watched = new Set<Watched>();
  readonly #unsubscribe: Unsubscribe;

  constructor(client: Pick<ChatClient, 'on'>) {
    this.#unsubscribe = combineUnsubscribes([
      client.on('signIn', () => this.#note(isToken)),
      // Revocations before the new session were missed.
      client.on('newSession', () => this.#note(isToken)),
      client.on('grantRevoked', ({ applicationId, tokenHashes }) =>
        this.#note(
          (watched) =>
            watched.applicationId === applicationId &&
            (tokenHashes === null || (watched.tokenHash !== null && tokenHashes.includes(watched.tokenHash))),
        ),
      ),
    ]);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  /**
   * Asks the service, and again if a revocation, a sign-in or a new session of the gateway arrives meanwhile.
   *
   * @param use called in the same turn of the event loop in which the answer was found to be current; null: it never was
   */
  async use<Found, Result>(
    grant: WatchedGrant,
    ask: () => Promise<Found>,
    use: (found: Found | null) => Result,
  ): Promise<Result> {
    for (let lookups = 0; lookups < MAX_LOOKUPS; lookups += 1) {
      const watched = this.#watch(grant);
      try {
        const found = await ask();
        if (!watched.isRevoked) return use(found);
      } finally {
        this.#watched.delete(watched);
      }
    }
    return use(null);
  }

  /**
   * @param run is passed whether a revocation has arrived, to be looked at before anything is granted
   * @returns what a promise gives; null if a revocation arrived before it
   */
  async unlessRevoked<Result>(
    grant: WatchedGrant,
    run: (isRevoked: () => boolean) => Promise<Result>,
  ): Promise<Result | null> {
    const watched = this.#watch(grant);
    try {
      const result = await run(() => watched.isRevoked);
      return watched.isRevoked ? null : result;
    } finally {
      this.#watched.delete(watched);
    }
  }

  #watch(grant: WatchedGrant): Watched {
    const watched = { ...grant, isRevoked: false };
    this.#watched.add(watched);
    return watched;
  }

  #note(concerns: (watched: Watched) => boolean): void {
    for (const watched of this.#watched) if (concerns(watched)) watched.isRevoked = true;
  }
}

function isToken({ tokenHash }: WatchedGrant): boolean {
  return tokenHash !== null;
}
