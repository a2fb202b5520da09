import { Emitter, type Listenable } from '../../platform/async/events.js';
import { UseCount } from '../../platform/async/use-count.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import type { DriverStatus, Unavailability } from '../drivers.js';
import { DriverUnavailableError } from '../errors.js';
import {
  ContractCheck,
  type DriverContract,
  type EventsOf,
  type NoticesOf,
  type RequestsOf,
} from './contract.js';
import { DriverBackOff } from './driver-back-off.js';
import type { HostLauncher } from './host-process.js';
import { HostGoneError, HostRun, type HostRunEnd } from './host-run.js';
import { Waiters } from './waiters.js';

/** How many times in a row a driver may crash before waiting callers get an error. */
const MAX_FAILURES = 3;

export interface DriverHostOptions {
  readonly launcher: HostLauncher;
  readonly clock: Clock;
  readonly log: Logger;
  /** what is known to be missing without starting a process, e.g. no DISPLAY; null if nothing */
  readonly precondition: () => Unavailability | null;
  /**
   * Watches for the return of what the driver lacked, e.g. the display. The driver is then started at once, otherwise after longer
   * and longer delays.
   *
   * @returns ends the watch
   */
  readonly awaitReturn?: (returned: () => void) => () => void;
}

/** up: the driver takes requests; down: its process ended and its state is lost. */
interface Availability {
  up: null;
  down: null;
}

/**
 * Runs one driver in its own process: starts it when it is needed, ends it after some idle time, and restarts it when
 * it crashes while it is needed.
 */
export class DriverHost<C extends DriverContract> implements Component {
  readonly events: Listenable<EventsOf<C>>;
  readonly availability: Listenable<Availability>;
  readonly #events: Emitter<EventsOf<C>>;
  readonly #availability: Emitter<Availability>;
  readonly #check: ContractCheck<C>;
  readonly #backOff = new DriverBackOff();
  readonly #waiters = new Waiters();
  readonly #uses = new UseCount({ started: () => this.#becomeUsed(), ended: () => this.#becomeIdle() });
  readonly #ending = new Set<Promise<void>>();
  #run: HostRun<C> | null = null;
  /** why the last run ended without being stopped; cleared when the driver runs again */
  #failure: Pick<HostRunEnd, 'state' | 'reason' | 'hint'> | null = null;
  #stopped = false;
  /** cancels the pending timer: for the next start, or for the end of an idle process */
  #cancelTimer: () => void = () => {};
  /** ends the watch for what is missing; null: nothing is */
  #endWatch: (() => void) | null = null;

  constructor(
    private readonly contract: C,
    private readonly options: DriverHostOptions,
  ) {
    const source = `driver ${contract.name}`;
    this.events = this.#events = Emitter.logging(options.log, source);
    this.availability = this.#availability = Emitter.logging(options.log, source);
    this.#check = new ContractCheck(contract);
  }

  /** The status of the driver. Does not start it. */
  status(): DriverStatus {
    const { name } = this.contract;
    if (this.running) return { name, state: 'running', reason: null, hint: null };
    const lacking = this.options.precondition();
    if (lacking !== null) return { name, state: 'unavailable', reason: lacking.reason, hint: lacking.hint };
    if (this.#failure !== null) return { name, ...this.#failure };
    return { name, state: this.#run === null ? 'idle' : 'starting', reason: null, hint: null };
  }

  /** Whether the driver takes requests now. */
  get running(): boolean {
    return this.#run?.ready ?? false;
  }

  /** Keeps the driver running until the returned function is called. */
  need(): () => void {
    return this.#uses.use();
  }

  /**
   * Sends a request, starting the driver if necessary. If it crashes meanwhile, the request is sent again once it is
   * back.
   *
   * @param argument what the request is about, e.g. the id of a device
   * @throws {DriverUnavailableError} if the driver does not work on this machine, keeps crashing, or the daemon is
   * stopping
   * @throws {DriverRequestError} if the driver rejects the request
   */
  async request<Name extends keyof RequestsOf<C>>(
    method: Name,
    argument?: string,
  ): Promise<RequestsOf<C>[Name]> {
    const release = this.need();
    try {
      for (let attempt = 1; ; attempt += 1) {
        const run = await this.#ready();
        try {
          return await run.ask(method, argument);
        } catch (error) {
          if (!(error instanceof HostGoneError)) throw error;
          if (attempt >= MAX_FAILURES) throw this.#unavailable(error.message);
        }
      }
    } finally {
      release();
    }
  }

  /**
   * Sends a request if the driver is running, without starting it or retrying.
   *
   * @returns null if it is not running, or crashed meanwhile
   * @throws {DriverRequestError} if the driver rejects the request
   */
  async requestIfRunning<Name extends keyof RequestsOf<C>>(
    method: Name,
    argument?: string,
  ): Promise<RequestsOf<C>[Name] | null> {
    if (this.#run === null || !this.#run.ready) return null;
    try {
      return await this.#run.ask(method, argument);
    } catch (error) {
      if (error instanceof HostGoneError) return null;
      throw error;
    }
  }

  /** Sends a notice if the driver is running; otherwise it is dropped. */
  notify<Name extends keyof NoticesOf<C> & string>(name: Name, value: NoticesOf<C>[Name]): void {
    if (this.#run?.ready) this.#run.notify(name, value);
  }

  /** Starts the driver briefly if it is not running, to find out what it lacks. @returns its status */
  async check(): Promise<DriverStatus> {
    const release = this.need();
    try {
      await this.#ready();
      return this.status();
    } catch (error) {
      if (!(error instanceof DriverUnavailableError)) throw error;
      return this.status();
    } finally {
      release();
    }
  }

  /** Ends the process and rejects all waiting callers. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancelTimer();
    this.#stopWatching();
    this.#waiters.reject(this.#unavailable('the daemon is stopping'));
    this.#endRun();
    await Promise.all(this.#ending);
  }

  async #ready(): Promise<HostRun<C>> {
    for (;;) {
      if (this.#stopped) throw this.#unavailable('the daemon is stopping');
      if (this.#run?.ready) return this.#run;
      const lacking = this.options.precondition();
      if (lacking !== null) throw this.#unavailable(lacking.reason, lacking.hint);
      await this.#waiters.wait();
    }
  }

  #becomeUsed(): void {
    this.#cancelTimer();
    if (this.#run === null) this.#launch();
  }

  #launch(): void {
    if (this.#stopped || this.options.precondition() !== null) return;
    const { launcher, clock, log } = this.options;
    this.#run = new HostRun({
      contract: this.contract,
      check: this.#check,
      launcher,
      listener: {
        ready: () => this.#becomeUp(),
        event: ({ name, value }) => this.#events.emit(name, value),
        over: (end) => this.#died(end),
      },
      clock,
      log,
    });
  }

  #becomeUp(): void {
    this.options.log.debug({ driver: this.contract.name }, 'driver started');
    this.#failure = null;
    this.#stopWatching();
    this.#availability.emit('up', null);
    this.#waiters.resolve();
  }

  #died({ state, reason, hint, ranMs }: HostRunEnd): void {
    this.#run = null;
    const idle = !this.#uses.isInUse && ranMs > 0;
    // A crash of an unneeded driver after a healthy run counts as an idle exit.
    this.#failure = idle ? null : { state, reason, hint };
    this.options.log.warn({ driver: this.contract.name, state, reason }, 'driver is down');
    const waitMs = state === 'unavailable' ? this.#backOff.unavailable() : this.#backOff.died(ranMs);
    if (state === 'unavailable' || this.#backOff.failures >= MAX_FAILURES) {
      this.#waiters.reject(this.#unavailable(reason, hint));
    }
    this.#availability.emit('down', null);
    if (!this.#uses.isInUse || this.#stopped) return;
    this.#cancelTimer();
    this.#cancelTimer = this.options.clock.after(waitMs, () => this.#launch());
    if (state === 'unavailable')
      this.#endWatch ??= this.options.awaitReturn?.(() => this.#returned()) ?? null;
  }

  /** What was missing may be there again. */
  #returned(): void {
    if (this.#run !== null) return;
    this.#cancelTimer();
    this.#backOff.reset();
    this.#launch();
  }

  #stopWatching(): void {
    this.#endWatch?.();
    this.#endWatch = null;
  }

  #becomeIdle(): void {
    this.#cancelTimer();
    this.#stopWatching();
    // The next caller that needs a failed driver starts it at once.
    this.#backOff.reset();
    this.#cancelTimer = this.options.clock.after(this.contract.graceMs, () => this.#endRun());
  }

  #endRun(): void {
    const run = this.#run;
    if (run === null) return;
    this.#run = null;
    const ending = run.end().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #unavailable(reason: string, hint: string | null = null): DriverUnavailableError {
    return new DriverUnavailableError(this.contract.name, reason, hint);
  }
}
