import type { Unsubscribe } from '../../platform/async/events.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import type { KeyCaptures } from '../../rpc/captures/shortcut-captures.js';

/** The id of the notification. */
const ID = 'capture';

/** Shows a desktop notification while an application records keys (docs/rpc.md, Key capture). */
export function notifyOfCaptures(captures: KeyCaptures, notifier: DesktopNotifier): Unsubscribe {
  return captures.on('changed', (capture) => {
    if (capture === null) {
      notifier.withdraw(ID);
      return;
    }
    notifier.show(ID, {
      title: `${capture.application.name} is recording keys`,
      body: 'It gets every key you press until you have set the shortcut. Stop it with: guildhall capture --stop',
    });
  });
}
