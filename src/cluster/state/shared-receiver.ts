import type { Authentication } from '../../api/accounts/authentication.js';
import type { LastActivity } from '../../api/accounts/last-activity.js';
import type { UserDirectory } from '../../api/accounts/user-directory.js';
import type { GatewayHub } from '../../api/gateway/hub.js';
import type { ApiVersion, WrittenEvent } from '../../api/versions/version.js';
import type { Logger } from '../../platform/log.js';
import type { SharedCounts } from './shared-counts.js';
import type { SharedMessage } from './shared-message.js';

export interface SharedReceiverOptions {
  readonly versions: readonly ApiVersion[];
  readonly users: Pick<UserDirectory, 'refresh'>;
  readonly authentication: Pick<Authentication, 'forgetCallers' | 'forgetCallersOf'>;
  readonly activity: Pick<LastActivity, 'seenElsewhere'>;
  readonly counts: Pick<SharedCounts, 'count' | 'addRequests'>;
  /** delivers events to the sessions of this node */
  readonly sessions: Pick<GatewayHub, 'applicationsChanged' | 'endSessions' | 'sendPrivately' | 'sendToUser'>;
  readonly log: Logger;
}

/** Applies what other nodes changed. */
export class SharedReceiver {
  constructor(private readonly options: SharedReceiverOptions) {}

  apply(message: SharedMessage): void {
    const { activity, authentication, counts, sessions } = this.options;
    switch (message.kind) {
      case 'callers':
        authentication.forgetCallers();
        break;
      case 'account':
        this.#refresh(message.userId);
        break;
      case 'activity':
        activity.seenElsewhere(message.userId);
        break;
      case 'applications':
        sessions.applicationsChanged();
        break;
      case 'end-sessions':
        sessions.endSessions(message.userId);
        break;
      case 'count':
        counts.count(message);
        break;
      case 'requests':
        counts.addRequests(message.windowEnd, message.callers);
        break;
      default:
        this.#deliver(message);
    }
  }

  #deliver(message: Extract<SharedMessage, { readonly kind: 'user-event' | 'private-event' }>): void {
    const { log, sessions, versions } = this.options;
    const written = message.kind === 'user-event' ? message.data : message.written;
    const missing = versions.filter(({ number }) => !Object.hasOwn(written, number));
    if (missing.length > 0) {
      log.warn(
        { versions: missing.map(({ number }) => number) },
        'a node did not write an event for a version',
      );
      return;
    }
    if (message.kind === 'user-event') {
      const { data, name, userId } = message;
      sessions.sendToUser(userId, ({ number }) => ({ name, data: data[number] }));
      return;
    }
    const { userIds, written: events } = message;
    // There is one for each version.
    sessions.sendPrivately(userIds, ({ number }) => events[number] as WrittenEvent);
  }

  #refresh(userId: string): void {
    const { authentication, log, users } = this.options;
    users
      .refresh(userId)
      .then(() => authentication.forgetCallersOf(userId))
      .catch((error: unknown) => log.warn({ err: error, user: userId }, 'failed to read a changed account'));
  }
}
