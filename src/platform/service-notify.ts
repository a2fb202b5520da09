import type { Logger } from './log.js';
import { loadNativeAddon } from './native.js';

/** Tells the service manager how the daemon is doing (sd_notify(3)). */
export interface ServiceNotifier {
  /** the daemon serves */
  notifyReady(): void;
  /** the daemon is shutting down */
  notifyStopping(): void;
}

/**
 * The notifier for this process's service manager. Where there is none (NOTIFY_SOCKET is not set) it does nothing.
 * A message that cannot be sent is logged: it must not keep the daemon from serving.
 */
export function createServiceNotifier(environment: NodeJS.ProcessEnv, log: Logger): ServiceNotifier {
  const socket = environment.NOTIFY_SOCKET;
  const send = (message: string): void => {
    if (socket === undefined || socket === '') return;
    const loaded = loadNativeAddon();
    const error = loaded.addon === null ? loaded.reason : loaded.addon.notifyServiceManager(socket, message);
    if (error !== '') log.warn({ reason: error }, 'the service manager could not be notified');
  };
  return {
    notifyReady: () => send('READY=1'),
    notifyStopping: () => send('STOPPING=1'),
  };
}
