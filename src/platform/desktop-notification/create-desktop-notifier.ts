import type { Clock } from '../clock.js';
import { findSessionBus } from '../dbus/find-session-bus.js';
import type { Logger } from '../log.js';
import type { DesktopNotifier } from './desktop-notifier.js';
import { FreedesktopBackend } from './freedesktop-backend.js';
import { createMacosBackend } from './macos-backend.js';
import type { NotificationBackend } from './notification-backend.js';
import { PacedDesktopNotifier } from './paced-desktop-notifier.js';
import { createWindowsBackend } from './windows-backend.js';

export interface DesktopNotifierOptions {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Creates the notifier of this machine's desktop. Nothing is connected or started before the first notification. */
export function createDesktopNotifier(options: DesktopNotifierOptions): DesktopNotifier {
  return new PacedDesktopNotifier(createBackend(options), options.clock, options.log);
}

function createBackend({ platform, environment, clock }: DesktopNotifierOptions): NotificationBackend {
  if (platform === 'darwin') return createMacosBackend();
  if (platform === 'win32') return createWindowsBackend();
  return new FreedesktopBackend(findSessionBus(environment), clock);
}
