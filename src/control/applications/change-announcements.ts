import type { Clock } from '../../platform/clock.js';
import type { DesktopNotifier } from '../../platform/desktop-notification/desktop-notifier.js';
import type { Logger } from '../../platform/log.js';
import type { RegisteredApplication } from '../../protocol/administration.js';

/** How many changes have a separate notification within an hour; further ones share one. */
const OWN_NOTIFICATIONS = 5;
const HOUR_MS = 60 * 60_000;
const FURTHER = 'applications changed';

/** What happened to an application: completes the sentence “The application was …”. */
export type ApplicationChange =
  | 'approved'
  | 'changed'
  | 'given a new secret'
  | 'given testers'
  | 'registered';

export interface ChangeAnnouncementsOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly notifier: DesktopNotifier;
}

/**
 * Logs changes that the console page made and shows them on the desktop: they give programs abilities, and a person who
 * did not make them must notice (docs/adr/0038-the-console-administers-applications.md). No change takes the place of
 * another one that was not read yet.
 */
export class ChangeAnnouncements {
  /** when each notification was shown, by its number, in milliseconds since the Unix epoch */
  readonly #shownAt: (number | null)[] = Array.from({ length: OWN_NOTIFICATIONS }, () => null);
  #further = 0;

  constructor(private readonly options: ChangeAnnouncementsOptions) {}

  announce(change: ApplicationChange, { id, name }: Pick<RegisteredApplication, 'id' | 'name'>): void {
    const { clock, log, notifier } = this.options;
    log.info({ application: id, change }, 'changed an application for the console page');
    const now = clock.now();
    const free = this.#shownAt.findIndex((at) => at === null || Math.abs(now - at) >= HOUR_MS);
    if (free === -1) {
      this.#further += 1;
      notifier.show(FURTHER, {
        title: `${this.#further} further ${this.#further === 1 ? 'change' : 'changes'} of applications`,
        body: 'Made in the console; guildhall logs lists them. If it was not you: guildhall console --sign-out',
      });
      return;
    }
    this.#shownAt[free] = now;
    this.#further = 0;
    // One that was there before is looked at first: its origins and testers can be restored.
    const isOlder = change === 'changed' || change === 'given testers';
    const remedy = `guildhall apps ${isOlder ? 'show' : 'delete'} ${id}`;
    notifier.show(`application changed ${free}`, {
      title: `${name} was ${change}`,
      body: `You did this in the console. If you did not: guildhall console --sign-out, then ${remedy}`,
    });
  }
}
