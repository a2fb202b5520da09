import { getSystemErrorName } from 'node:util';
import type { Logger } from '../log.js';
import { loadServiceNotify } from '../native/service-notify.js';

/** Reports the state of this process to its service manager (sd_notify(3)). */
export interface ServiceNotifier {
  /** how long the service manager waits for `notifyAlive` before it restarts the process, in milliseconds; null: forever */
  readonly watchdogMs: number | null;
  /** the process is still starting; the service manager waits `ms` milliseconds more for the next message */
  notifyStarting(ms: number): void;
  /** the process is ready; `status` is one line for people */
  notifyReady(status: string): void;
  /** the process is healthy; `status` is null if it has not changed */
  notifyAlive(status: string | null): void;
  /** the process is shutting down; the service manager waits at least `ms` milliseconds for its end */
  notifyStopping(ms: number): void;
}

/**
 * Creates the notifier for this process's service manager; null without one (NOTIFY_SOCKET is not set). A message that
 * cannot be sent is logged, the first time, and does not stop the process.
 *
 * @param pid of this process
 */
export function createServiceNotifier(
  environment: NodeJS.ProcessEnv,
  pid: number,
  log: Logger,
): ServiceNotifier | null {
  const socket = environment.NOTIFY_SOCKET;
  return socket ? new SystemdNotifier(socket, readWatchdog(environment, pid), log) : null;
}

class SystemdNotifier implements ServiceNotifier {
  #hasFailed = false;

  constructor(
    private readonly socket: string,
    readonly watchdogMs: number | null,
    private readonly log: Logger,
  ) {}

  notifyStarting(ms: number): void {
    this.#send([`EXTEND_TIMEOUT_USEC=${ms * 1000}`]);
  }

  notifyReady(status: string): void {
    this.#send(['READY=1', statusField(status)]);
  }

  notifyAlive(status: string | null): void {
    this.#send(['WATCHDOG=1', ...(status === null ? [] : [statusField(status)])]);
  }

  notifyStopping(ms: number): void {
    this.#send(['STOPPING=1', statusField('shutting down'), `EXTEND_TIMEOUT_USEC=${ms * 1000}`]);
  }

  #send(fields: readonly string[]): void {
    const failure = send(this.socket, fields.join('\n'));
    if (failure !== null && !this.#hasFailed) this.log.warn(failure, 'failed to notify the service manager');
    this.#hasFailed = failure !== null;
  }
}

/** A line break would begin another field. */
function statusField(status: string): string {
  return `STATUS=${status.replace(/\p{Cc}/gu, ' ')}`;
}

/** @returns why the message was not sent, for the log; null on success */
function send(socket: string, message: string): object | null {
  const loaded = loadServiceNotify();
  if (loaded.binding === null) return { reason: loaded.reason };
  const { status, error } = loaded.binding.notify(socket, message);
  if (status === 'sent') return null;
  return error === 0 ? { reason: status } : { reason: status, error: getSystemErrorName(-error) };
}

/** The watchdog may be meant for another process, which has passed its environment on. */
function readWatchdog({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv, pid: number): number | null {
  if (WATCHDOG_PID && WATCHDOG_PID !== String(pid)) return null;
  const microseconds = Number(WATCHDOG_USEC);
  return Number.isSafeInteger(microseconds) && microseconds > 0 ? microseconds / 1000 : null;
}
