import { encodeSessionChange, type SessionChange } from '../../api/gateway/session-change.js';
import type { SessionChanges } from '../../api/gateway/session-effects.js';
import type { GuildState } from '../../guilds/state.js';
import { KeyedLock } from '../../platform/async/keyed-lock.js';
import { pause, retryUntilDone } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { GuildAbsentError } from '../requests/request-errors.js';
import type { RequestKeys } from '../requests/request-keys.js';
import type { RequestRouter } from '../requests/request-router.js';

/** How long a request to the owner of a guild may take, in milliseconds: longer than a lease. */
const REQUEST_MS = 10_000;
/** The pause before a change that has to be made is tried again, in milliseconds. */
export const AGAIN_MS = 5_000;

/**
 * Makes the changes by requests to the owners of the guilds. Those of one session in one guild are made one after the other, and
 * what the session does itself replaces what is still tried for it: a user who joins again stays.
 */
export class ForwardedSessionChanges implements SessionChanges, Component {
  readonly #order = new KeyedLock();
  /** what ends the attempts of changes that have to be made */
  readonly #trying = new Map<string, AbortController>();
  #isStopped = false;

  constructor(
    private readonly requests: Pick<RequestRouter, 'run'>,
    private readonly keys: Pick<RequestKeys, 'next'>,
    private readonly clock: Clock,
    private readonly log: Logger,
  ) {}

  async make({ id }: GuildState, change: SessionChange): Promise<void> {
    const key = keyOf(id, change);
    this.#trying.get(key)?.abort();
    await this.#order.run(key, () => this.#request(id, change));
  }

  ensure(guildId: Snowflake, change: SessionChange, isDue: () => boolean | null = () => true): void {
    const key = keyOf(guildId, change);
    if (this.#isStopped || this.#trying.get(key)?.signal.aborted === false) return;
    const trying = new AbortController();
    this.#trying.set(key, trying);
    void this.#order.run(key, async () => {
      await this.#requestUntilDone(guildId, change, isDue, trying.signal);
      if (this.#trying.get(key) === trying) this.#trying.delete(key);
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const trying of this.#trying.values()) trying.abort();
  }

  async #request(guildId: Snowflake, change: SessionChange): Promise<void> {
    const text = encodeSessionChange(change);
    await this.requests.run({ guildId, key: this.keys.next(), text }, REQUEST_MS);
  }

  /** Nobody else makes the change; without it a user would stay in voice for good. */
  async #requestUntilDone(
    guildId: Snowflake,
    change: SessionChange,
    isDue: () => boolean | null,
    signal: AbortSignal,
  ): Promise<void> {
    const request = async () => {
      while (isDue() === null && !signal.aborted) await pause(this.clock, AGAIN_MS, signal);
      if (signal.aborted || isDue() === false) return;
      await this.#request(guildId, change).catch((error: unknown) => {
        if (!(error instanceof GuildAbsentError)) throw error;
      });
    };
    const where = { guild: guildId, change: change.kind };
    const failed = (error: unknown) =>
      this.log.warn({ err: error, ...where }, 'failed to change a guild; retrying');
    await retryUntilDone(request, failed, { clock: this.clock, pauseMs: AGAIN_MS, signal });
  }
}

/** What changes have in common that are made one after the other. */
function keyOf(guildId: Snowflake, change: SessionChange): string {
  switch (change.kind) {
    case 'voice':
      return `${guildId} ${change.wanted.sessionId}`;
    case 'voice-end': {
      const { sessionId, until } = change;
      // One with a time never ends a later voice state, so it needs no order.
      return until === undefined ? `${guildId} ${sessionId}` : `${guildId} ${sessionId} ${until}`;
    }
    case 'temporary-end':
      return `${guildId} ${change.userId}`;
  }
}
