import { bindingLoader } from './binding.js';

/** The result of a message to the service manager (native/service-notify/service_notify.h). */
export interface NotifyResult {
  /** bad-address: neither a path nor an abstract name, or too long; unsupported: not on this system */
  readonly status: 'sent' | 'bad-address' | 'failed' | 'unsupported';
  /** an errno; 0 unless it failed */
  readonly error: number;
}

/** The service manager (native/binding/service_notify.cc). */
export interface ServiceNotifyBinding {
  /** Sends one sd_notify(3) message to the socket that the service manager named. Never blocks. */
  notify(socket: string, message: string): NotifyResult;
}

export const loadServiceNotify = bindingLoader<ServiceNotifyBinding>('serviceNotify', ['notify']);
