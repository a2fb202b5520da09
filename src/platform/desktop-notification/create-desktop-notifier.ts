import type { Clock } from '../clock.js';
import type { Logger } from '../log.js';
import type { DesktopNotifier } from './desktop-notifier.js';
import { PacedDesktopNotifier } from './paced-desktop-notifier.js';
import { createUnavailableBackend } from './unavailable-backend.js';

export interface DesktopNotifierOptions {
  readonly platform: NodeJS.Platform;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The notifier of this machine's desktop. Nothing is connected or started before the first notification. */
export function createDesktopNotifier({ platform, clock, log }: DesktopNotifierOptions): DesktopNotifier {
  return new PacedDesktopNotifier(
    createUnavailableBackend(`notifications are not supported on ${platform}`),
    clock,
    log,
  );
}
