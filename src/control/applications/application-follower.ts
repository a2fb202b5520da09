import type { Hardware } from '../../hardware/hardware.js';
import type { RegisteredApplication } from '../../protocol/administration.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { unconnectedSessionId } from '../../rpc/sessions/session.js';
import type { Caller } from '../caller.js';
import type { ConsentDesk } from '../consent/consent-desk.js';
import {
  type ApplicationChange,
  ChangeAnnouncements,
  type ChangeAnnouncementsOptions,
} from './change-announcements.js';

/** What a process does after its service has changed an application. */
export interface ApplicationFollower {
  applicationChanged(
    caller: Caller,
    change: ApplicationChange | 'unapproved',
    application: Pick<RegisteredApplication, 'id' | 'name'>,
  ): void;
  /** the application was deleted */
  applicationForgotten(id: Snowflake): Promise<void>;
}

interface Dependencies extends ChangeAnnouncementsOptions {
  readonly consent: Pick<ConsentDesk, 'forget'>;
  readonly hardware: Pick<Hardware, 'certifiedDevices'>;
}

/** The follower of a daemon: announces what the console page changed, and forgets applications. */
export function createApplicationFollower(dependencies: Dependencies): ApplicationFollower {
  const { consent, hardware } = dependencies;
  const announcements = new ChangeAnnouncements(dependencies);
  // Removes what an application reported with POST /rpc: no connection ends with its approval.
  const clearReport = (id: Snowflake) => hardware.certifiedDevices.clear(unconnectedSessionId(id));
  return {
    applicationChanged(caller, change, application) {
      if (change === 'unapproved') clearReport(application.id);
      else if (caller === 'page') announcements.announce(change, application);
    },
    async applicationForgotten(id) {
      await consent.forget(id).finally(() => clearReport(id));
    },
  };
}
