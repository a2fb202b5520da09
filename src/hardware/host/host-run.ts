import { Heartbeat } from '../../platform/async/heartbeat.js';
import { PendingReplies } from '../../platform/async/pending-replies.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import type { Unavailability } from '../drivers.js';
import { DriverRequestError } from '../errors.js';
import type { ContractCheck, DriverContract, DriverEvent, NoticesOf, RequestsOf } from './contract.js';
import { type HostFrame, hostFrames } from './host-frame.js';
import { describeEnd, type HostEnd, type HostLauncher, type HostProcess } from './host-process.js';

const START_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 15_000;
/** The number of heartbeats during the time a driver may be silent. */
const BEATS = 4;

/** The process ended before it answered. */
export class HostGoneError extends Error {
  override readonly name = 'HostGoneError';
}

/** How a run ended that was not requested to end. */
export interface HostRunEnd extends Unavailability {
  /** unavailable: the driver reports that this machine lacks something; failed: it crashed or hung */
  readonly state: 'unavailable' | 'failed';
  /** how long it had been ready, in milliseconds; 0 if it never was */
  readonly ranMs: number;
}

export interface HostRunListener<C extends DriverContract> {
  ready(): void;
  event(event: DriverEvent<C>): void;
  /** it ended by itself; nothing follows */
  over(end: HostRunEnd): void;
}

export interface HostRunOptions<C extends DriverContract> {
  readonly contract: C;
  readonly check: ContractCheck<C>;
  readonly launcher: HostLauncher;
  readonly listener: HostRunListener<C>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One process of a driver, from launch to end. */
export class HostRun<C extends DriverContract> {
  readonly #process: HostProcess;
  /** runs once the driver is ready; the start has its own timeout */
  #heartbeat: Heartbeat | null = null;
  readonly #cancelStartTimeout: () => void;
  readonly #replies: PendingReplies<unknown>;
  #readyAt: number | null = null;
  /** what the driver reported as missing, or why it was killed: the exit alone does not tell */
  #known: Pick<HostRunEnd, 'state' | 'reason' | 'hint'> | null = null;
  #over = false;

  constructor(private readonly options: HostRunOptions<C>) {
    const { clock, contract, launcher } = options;
    this.#replies = new PendingReplies(clock, REQUEST_TIMEOUT_MS);
    this.#process = launcher.launch(contract.name, {
      frame: (value) => this.#receive(value),
      ended: (how) => this.#ended(how),
    });
    this.#cancelStartTimeout = clock.after(START_TIMEOUT_MS, () => this.#kill('it did not start in time'));
  }

  get ready(): boolean {
    return this.#readyAt !== null;
  }

  /**
   * @throws {HostGoneError} if the process ends first
   * @throws {DriverRequestError} if the driver rejects the request, or its reply violates the contract
   */
  async ask<Name extends keyof RequestsOf<C>>(method: Name, argument?: string): Promise<RequestsOf<C>[Name]> {
    const value = await this.#exchange(method, argument);
    if (this.options.check.isReply(method, value)) return value;
    throw new DriverRequestError(`${method}: the reply is malformed`);
  }

  /** Sends a notice; it is dropped if the process is ending. */
  notify<Name extends keyof NoticesOf<C> & string>(name: Name, value: NoticesOf<C>[Name]): void {
    if (!this.#over) this.#process.send({ type: 'notice', name, value });
  }

  /** Ends the process; the listener is no longer called. */
  async end(): Promise<void> {
    this.#close('the driver is being stopped');
    await this.#process.end();
  }

  #exchange(method: string, argument?: string): Promise<unknown> {
    if (this.#over) return Promise.reject(new HostGoneError('the process is gone'));
    return this.#replies.request(
      (id) => {
        const frame = { type: 'request', id, method } as const;
        this.#process.send(argument === undefined ? frame : { ...frame, argument });
      },
      () => this.#kill(`it did not answer ${method}`),
    );
  }

  #receive(value: unknown): void {
    if (this.#over) return;
    this.#heartbeat?.answered();
    if (hostFrames.is(value)) this.#handle(value);
    else this.options.log.warn({ driver: this.options.contract.name }, 'driver sent a malformed frame');
  }

  #handle(frame: HostFrame): void {
    switch (frame.type) {
      case 'ready':
        this.#becomeReady();
        return;
      case 'unavailable':
        this.#known = { state: 'unavailable', reason: frame.reason, hint: frame.hint };
        this.#process.kill();
        return;
      case 'reply':
        this.#replies.resolve(frame.id, frame.value);
        return;
      case 'refused':
        this.#replies.reject(frame.id, new DriverRequestError(frame.message));
        return;
      case 'event':
        if (this.options.check.isEvent(frame)) this.options.listener.event(frame);
        else this.options.log.warn({ driver: this.options.contract.name }, 'driver sent a malformed event');
        return;
      case 'pong':
    }
  }

  #becomeReady(): void {
    if (this.ready) return;
    this.#cancelStartTimeout();
    this.#readyAt = this.options.clock.now();
    this.#heartbeat = new Heartbeat(this.options.clock, {
      intervalMs: this.options.contract.patienceMs / BEATS,
      mostUnanswered: BEATS,
      beat: () => this.#process.send({ type: 'ping' }),
      dead: () => this.#kill('it stopped responding'),
    });
    this.options.listener.ready();
  }

  /** Kills the process for a reason. */
  #kill(reason: string): void {
    if (this.#over) return;
    this.#known ??= { state: 'failed', reason, hint: null };
    this.#process.kill();
  }

  #ended(how: HostEnd): void {
    if (this.#over) return;
    const known = this.#known ?? { state: 'failed', reason: describeEnd(how), hint: null };
    this.#close(known.reason);
    const ranMs = this.#readyAt === null ? 0 : this.options.clock.now() - this.#readyAt;
    this.options.listener.over({ ...known, ranMs });
  }

  #close(reason: string): void {
    this.#over = true;
    this.#heartbeat?.stop();
    this.#cancelStartTimeout();
    this.#replies.rejectAll(new HostGoneError(reason));
  }
}
