import { getSystemErrorName } from 'node:util';
import type { Logger } from './log.js';
import { loadServiceNotify } from './native/service-notify.js';

/** Reports the daemon's state to the service manager (sd_notify(3)). */
export interface ServiceNotifier {
  /** the daemon is ready */
  notifyReady(): void;
  /** the daemon is shutting down */
  notifyStopping(): void;
}

/**
 * Creates the notifier for this process's service manager; it does nothing without one (NOTIFY_SOCKET is not set). A
 * message that cannot be sent is logged and does not stop the daemon.
 */
export function createServiceNotifier(environment: NodeJS.ProcessEnv, log: Logger): ServiceNotifier {
  const socket = environment.NOTIFY_SOCKET;
  const send = (message: string): void => {
    if (socket === undefined || socket === '') return;
    const failure = notify(socket, message);
    if (failure !== null) log.warn(failure, 'failed to notify the service manager');
  };
  return {
    notifyReady: () => send('READY=1'),
    notifyStopping: () => send('STOPPING=1'),
  };
}

/** @returns why the message was not sent, for the log; null on success */
function notify(socket: string, message: string): object | null {
  const loaded = loadServiceNotify();
  if (loaded.binding === null) return { reason: loaded.reason };
  const { status, error } = loaded.binding.notify(socket, message);
  if (status === 'sent') return null;
  return error === 0 ? { reason: status } : { reason: status, error: getSystemErrorName(-error) };
}
