import type { ApplicationAccess, ChatClient } from '../../client/client.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import { type Clock, isAhead } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/**
 * How long an answer is cached, in milliseconds, so that a flood of commands does not use up the person's quota of the
 * service.
 */
const LIFETIME_MS = 5_000;
/** The number of answers that are cached. */
const MAX_ANSWERS = 256;

interface Answer {
  readonly access: Promise<ApplicationAccess>;
  /** milliseconds since the Unix epoch */
  readonly until: number;
}

/**
 * Caches how the person may use applications that send commands without a connection: for five seconds, or until the
 * service reports that an application changed.
 */
export class ApplicationAccesses implements Component {
  readonly #answers = new BoundedMap<string, Answer>(MAX_ANSWERS);
  readonly #unsubscribe: Unsubscribe;

  constructor(
    private readonly client: Pick<ChatClient, 'applicationAccess' | 'on' | 'user'>,
    private readonly clock: Clock,
  ) {
    this.#unsubscribe = client.on('applicationsChanged', () => this.#answers.clear());
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  /** @throws {ServiceError} if the service cannot be asked; the next call asks again */
  get(applicationId: Snowflake): Promise<ApplicationAccess> {
    const key = `${this.client.user?.id} ${applicationId}`;
    const now = this.clock.now();
    const known = this.#answers.get(key);
    if (known !== undefined && isAhead(now, known.until, LIFETIME_MS)) return known.access;
    const access = this.client.applicationAccess(applicationId);
    this.#answers.delete(key);
    this.#answers.set(key, { access, until: now + LIFETIME_MS });
    access.catch(() => this.#answers.delete(key));
    return access;
  }
}
