import { setImmediate } from 'node:timers/promises';
import { coalesceRuns } from '../../platform/async/coalesce.js';
import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type {
  DesktopNotifier,
  NotificationAction,
} from '../../platform/desktop-notification/desktop-notifier.js';
import type { Logger } from '../../platform/log.js';
import { toVisibleText } from '../../platform/text/visible-text.js';
import { describeActivity } from '../../protocol/objects/presence.js';
import type { Activities } from '../../rpc/activities/activities.js';
import type { ActivitySettings } from '../../rpc/activities/activity-settings.js';
import { onAnswer } from './on-answer.js';

/** The id of the notification. */
const ID = 'activity';

const SHOW: NotificationAction = { key: 'show', label: 'Show' };
const BLOCK: NotificationAction = { key: 'block', label: 'Block' };

export interface ActivityNotices {
  readonly activities: Pick<Activities, 'list' | 'onChange'>;
  readonly activitySettings: Pick<ActivitySettings, 'block' | 'unblock'>;
  readonly notifier: DesktopNotifier;
  readonly log: Logger;
}

/** Shows a desktop notification while the person has to decide whether others see an activity; they can in it (docs/rpc.md, Activities). */
export function notifyOfActivities({
  activities,
  activitySettings,
  notifier,
  log,
}: ActivityNotices): Unsubscribe {
  const showNewest = () => {
    const newest = activities.list().find(({ isUndecided }) => isUndecided);
    if (newest === undefined) return notifier.withdraw(ID);
    const { application } = newest.session;
    notifier.show(ID, {
      title: `${application.name} wants to show what you play`,
      body: `${toVisibleText(describeActivity(newest.activity))}\nOthers see it if you show it, now and later.`,
      about: application.id,
      // A click on the notification itself decides nothing.
      actions: [SHOW, BLOCK],
    });
  };
  // Many programs can change theirs in one turn, and only the newest one is shown.
  const update = coalesceRuns(async () => {
    try {
      showNewest();
    } catch (error) {
      log.warn({ err: error }, 'failed to show a notification of an activity');
    }
    await setImmediate();
  });
  update();
  return combineUnsubscribes([
    activities.onChange(update),
    onAnswer(
      { notifier, log },
      ID,
      {
        [SHOW.key]: (application) => activitySettings.unblock(application),
        [BLOCK.key]: (application) => activitySettings.block(application),
      },
      'failed to save whether an activity is shown',
    ),
  ]);
}
