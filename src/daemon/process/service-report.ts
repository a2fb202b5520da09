import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { ServiceNotifier } from '../../platform/processes/service-notify.js';

/** How often the status is updated without a watchdog, in milliseconds. */
const STATUS_INTERVAL_MS = 10_000;
/** Messages per watchdog period: one that is late or lost must not end the process. */
const MESSAGES_PER_PERIOD = 3;

export interface ServiceReportOptions {
  readonly notifier: ServiceNotifier;
  /** the state of this process in one line for people, e.g. what it serves where */
  readonly describe: () => string;
  /** how long a shutdown may take, in milliseconds */
  readonly stopMs: number;
  readonly clock: Clock;
}

/**
 * Reports to the service manager that this process is ready, what it does, and that its event loop runs
 * (docs/operating.md, Service). The watchdog is fed by a timer of the event loop, and only once the loop has also polled
 * for input: a loop that is blocked does not feed it, so the service manager restarts the process.
 */
export class ServiceReport implements Component {
  readonly #options: ServiceReportOptions;
  readonly #stopTimer: () => void;
  #status: string;
  #stopped = false;

  private constructor(options: ServiceReportOptions) {
    const { clock, describe, notifier } = options;
    this.#options = options;
    this.#status = describe();
    notifier.notifyReady(this.#status);
    const interval =
      notifier.watchdogMs === null ? STATUS_INTERVAL_MS : notifier.watchdogMs / MESSAGES_PER_PERIOD;
    this.#stopTimer = clock.every(interval, () => setImmediate(() => this.#report()));
  }

  /** Starts to report; to be called when the process is ready. */
  static start(options: ServiceReportOptions): ServiceReport {
    return new ServiceReport(options);
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopTimer();
    this.#options.notifier.notifyStopping(this.#options.stopMs);
  }

  #report(): void {
    if (this.#stopped) return;
    const status = this.#options.describe();
    this.#options.notifier.notifyAlive(status === this.#status ? null : status);
    this.#status = status;
  }
}

/** How often the service manager is asked for more time, and for how much, in milliseconds. */
const INTERVAL_MS = 20_000;
const EXTENSION_MS = 60_000;
/** How often it is asked, for an hour: a start that hangs must end. */
const LIMIT = (60 * 60_000) / INTERVAL_MS;

/**
 * Asks the service manager for more time while the process starts: an upgrade checks a large store first, which may take
 * longer than TimeoutStartSec (docs/operating.md, Service).
 *
 * @returns a function that is called once the start has ended
 */
export function extendStart(notifier: ServiceNotifier, clock: Clock): () => void {
  // Counted, because the time of day may be set while the machine starts.
  let left = LIMIT;
  return clock.every(INTERVAL_MS, () => {
    if (left === 0) return;
    left -= 1;
    notifier.notifyStarting(EXTENSION_MS);
  });
}
