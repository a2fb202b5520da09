import { UserError } from '../errors.js';
import type { NotificationBackend } from './notification-backend.js';

/** Stands for a desktop that cannot show notifications. */
export function createUnavailableBackend(reason: string): NotificationBackend {
  const refuse = async () => {
    throw new UserError(reason);
  };
  return { show: refuse, withdraw: refuse, close: async () => {} };
}
