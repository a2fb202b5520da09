import { type Check, ok, warning } from './finding.js';

/** Checks for desktop notifications, which announce requests and key captures. */
export const notifications: Check = {
  name: 'notifications',
  async run({ daemon }) {
    if (daemon === null) return [];
    const { available, reason } = await daemon.checkNotifications();
    if (available === false) {
      return [
        warning(
          `desktop notifications are unavailable: ${reason ?? 'the reason is unknown'}`,
          'Run the daemon in the desktop session, with a notification service. Requests are also in the console: guildhall console',
        ),
      ];
    }
    return [ok(available === null ? 'none was shown yet' : 'the desktop shows notifications')];
  },
};
