import type { ChatClient } from '../../client/client.js';
import { FairTurns } from '../../net/fair-turns.js';
import { BoundedMap } from '../../platform/async/bounded-map.js';
import { SingleFlight } from '../../platform/async/coalesce.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import { sleep } from '../../platform/async/promises.js';
import { TokenBucket } from '../../platform/async/token-bucket.js';
import { type Clock, isAhead } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Application } from '../../protocol/objects/application.js';
import type { Snowflake } from '../../protocol/snowflake.js';

/** The number of applications that are cached. */
const MAX_CACHED = 256;
/** How long an application is cached, in milliseconds: a connection to the service that is dead may look alive. */
const LIFETIME_MS = 60_000;
/** Lookups that run at the same time, at most one of each origin. */
const CONCURRENT_LOOKUPS = 8;
/**
 * The minimum duration of a lookup for a page, in milliseconds: it bounds how often a page makes the daemon ask the
 * service, and hides whether a client id is registered.
 */
const PAGE_LOOKUP_MS = 10;

/** Lookups of one process over IPC, which may name any number of applications. */
const PROGRAM_LOOKUPS = { perSecond: 1, burst: 32 };

interface Cached {
  readonly application: Application;
  /** milliseconds since the Unix epoch */
  readonly until: number;
}

/**
 * Looks up the applications that connect. Those that exist are cached while the service reports every change at once, so
 * that a changed origin affects the next connection (docs/gateway.md, Applications). Asking for each connection
 * was three quarters of its cost. A refusal is never cached: its timing would tell a page what others have looked up.
 * Lookups are limited per origin and in all, so that a page cannot use up the person's quota on a remote service.
 */
export class ApplicationLookups implements Component {
  readonly #cached = new BoundedMap<Snowflake, Cached>(MAX_CACHED);
  readonly #lookups = new SingleFlight<string, Application | null>();
  readonly #turns = new FairTurns(CONCURRENT_LOOKUPS);
  /** of lookups, by process */
  readonly #budgets = new BoundedMap<string, TokenBucket>(MAX_CACHED);
  readonly #unsubscribe: Unsubscribe;
  /** counts what made cached applications invalid, so that a lookup from before is not cached */
  #changes = 0;

  constructor(
    private readonly client: Pick<ChatClient, 'application' | 'on' | 'reportsApplicationChanges'>,
    private readonly clock: Clock,
  ) {
    this.#unsubscribe = client.on('applicationsChanged', () => {
      this.#changes += 1;
      this.#cached.clear();
    });
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  /** Finds a cached application; undefined if the service must be asked. */
  find(id: Snowflake): Application | undefined {
    if (!this.client.reportsApplicationChanges) return undefined;
    const cached = this.#cached.get(id);
    return cached !== undefined && isAhead(this.clock.now(), cached.until, LIFETIME_MS)
      ? cached.application
      : undefined;
  }

  /**
   * Asks the service, after earlier lookups of the same origin. Connections of one application that arrive together
   * share a lookup.
   *
   * @param origin the Origin of the connection, or null
   * @returns null if the application does not exist
   * @throws {ServiceError} if the service cannot be asked
   */
  lookUp(id: Snowflake, origin: string | null): Promise<Application | null> {
    const peer = origin ?? '';
    return this.#lookups.run(`${this.#changes} ${id} ${peer}`, () =>
      this.#turns.run(peer, async () => {
        const pause = origin === null ? null : sleep(this.clock, PAGE_LOOKUP_MS);
        const [application] = await Promise.all([this.#ask(id), pause]);
        return application;
      }),
    );
  }

  /**
   * Asks the service for a program that is connected over IPC, after earlier lookups of the same one.
   *
   * @param process as `LocalProgram` has it
   * @returns null if the application does not exist; `limited` if the program caused too many lookups
   * @throws {ServiceError} if the service cannot be asked
   */
  async lookUpForProgram(id: Snowflake, process: string): Promise<Application | null | 'limited'> {
    const now = () => this.clock.now();
    const budget =
      this.#budgets.get(process) ?? new TokenBucket(PROGRAM_LOOKUPS.perSecond, PROGRAM_LOOKUPS.burst, now);
    this.#budgets.set(process, budget);
    if (!budget.take()) return 'limited';
    return this.#turns.run(`process ${process}`, () => this.#ask(id));
  }

  async #ask(id: Snowflake): Promise<Application | null> {
    const changes = this.client.reportsApplicationChanges ? this.#changes : null;
    const application = await this.client.application(id);
    if (application !== null && changes === this.#changes) this.#cache(application);
    return application;
  }

  #cache(application: Application): void {
    this.#cached.delete(application.id);
    this.#cached.set(application.id, { application, until: this.clock.now() + LIFETIME_MS });
  }
}
