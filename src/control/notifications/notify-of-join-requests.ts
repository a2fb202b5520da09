import { combineUnsubscribes, type Unsubscribe } from '../../platform/async/events.js';
import type {
  DesktopNotifier,
  NotificationAction,
} from '../../platform/desktop-notification/desktop-notifier.js';
import type { Logger } from '../../platform/log.js';
import { ACTIVITY_ACTIONS } from '../../protocol/objects/activity-request.js';
import {
  type ActivityRequests,
  isToAnswer,
  type PendingRequest,
} from '../../rpc/activities/activity-requests.js';
import { onAnswer } from './on-answer.js';

/** The id of the notification. */
const ID = 'join request';

const ACCEPT: NotificationAction = { key: 'accept', label: 'Accept' };
const DECLINE: NotificationAction = { key: 'decline', label: 'Decline' };

export interface JoinRequestNotices {
  readonly activityRequests: Pick<ActivityRequests, 'accept' | 'decline' | 'list' | 'on'>;
  readonly notifier: DesktopNotifier;
  readonly log: Logger;
}

/** Shows a desktop notification while requests to play together wait; one can be answered in it (docs/rpc.md, Joining). */
export function notifyOfJoinRequests({ activityRequests, notifier, log }: JoinRequestNotices): Unsubscribe {
  const update = () => {
    const waiting = activityRequests.list().filter(isToAnswer);
    const [first, ...others] = waiting;
    if (first === undefined) notifier.withdraw(ID);
    else if (others.length === 0) notifier.show(ID, toNotification(first));
    else
      notifier.show(ID, {
        title: `${waiting.length} requests to play together wait for you`,
        body: 'Answer them in the console page, or see them with: guildhall activities',
      });
  };
  update();
  return combineUnsubscribes([
    activityRequests.on('changed', update),
    onAnswer(
      { notifier, log },
      ID,
      {
        [ACCEPT.key]: (request) => activityRequests.accept(request),
        [DECLINE.key]: (request) => activityRequests.decline(request),
      },
      'failed to answer a request to play together',
    ),
  ]);
}

function toNotification({ action, id, kind, user }: PendingRequest) {
  const wish = action === ACTIVITY_ACTIONS.JOIN ? 'join' : 'watch';
  const who = `${user.username}#${user.discriminator}`;
  return {
    title: kind === 'invite' ? `${who} invites you into their game` : `${who} asks to ${wish} your game`,
    body: kind === 'invite' ? 'The game on this machine joins if you accept.' : 'They join if you accept.',
    about: id,
    // A click on the notification itself answers nothing.
    actions: [ACCEPT, DECLINE],
  };
}
