import { type Check, ok, problem } from './finding.js';
import { guildhallCommand } from './guildhall-command.js';

/** Checks for desktop notifications, which announce requests and key captures. */
export const notifications: Check = {
  name: 'notifications',
  isForDaemonsOnly: true,
  async run(context) {
    const { daemon } = context;
    if (daemon === null) return [];
    const { available, reason } = await daemon.checkNotifications();
    if (available === false) {
      return [
        problem(
          'notifications_unavailable',
          `desktop notifications are unavailable: ${reason ?? 'the reason is unknown'}`,
          {
            hint: 'Run the daemon in the desktop session, with a notification service. Requests are also in the console.',
            command: guildhallCommand(context, 'console'),
          },
        ),
      ];
    }
    return [ok(available === null ? 'none was shown yet' : 'the desktop shows notifications')];
  },
};
