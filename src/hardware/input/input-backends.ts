import { loadNativeAddon } from '../../platform/native.js';
import type { Unavailability } from '../drivers.js';
import { unavailabilityOf } from '../host/load-failure.js';

/**
 * Which way of hearing keys this machine has. Today that is uiohook alone: X11, Windows, macOS. A reader of evdev for
 * Wayland and for machines without a display takes its place beside it here.
 */
export type InputBackend = 'uiohook';

export type BackendChoice =
  | { readonly backend: InputBackend }
  | ({ readonly backend: null } & Unavailability);

const DISPLAY_MEND = 'start Guildhall inside an X session, or set DISPLAY (and XAUTHORITY) to one';

/** What the environment alone tells, without touching a display. Cheap enough to ask at any time. */
export function chooseBackend(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): BackendChoice {
  if (platform === 'win32' || platform === 'darwin') return { backend: 'uiohook' };
  const { DISPLAY } = environment;
  if (DISPLAY === undefined || DISPLAY === '')
    return { backend: null, reason: 'no DISPLAY', mend: DISPLAY_MEND };
  return { backend: 'uiohook' };
}

/**
 * Whether uiohook can be loaded without ending the process, which it does if it cannot open its display.
 * May block while the X server does not answer: only for the driver's own process.
 */
export function probeBackend(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): BackendChoice {
  const choice = chooseBackend(platform, environment);
  const { addon } = loadNativeAddon();
  // Without the addon there is no way to know beforehand. If uiohook dies of it, the daemon tells how.
  if (choice.backend === null || platform !== 'linux' || addon === null) return choice;
  const { state, detail } = addon.probeXDisplay();
  switch (state) {
    case 'usable':
      return choice;
    case 'unreachable':
      return { backend: null, reason: `the X display ${detail} cannot be reached`, mend: DISPLAY_MEND };
    case 'missing-library':
      return { backend: null, ...unavailabilityOf(detail) };
    case 'lacks-record':
      return { backend: null, reason: detail, mend: 'enable the RECORD extension of the X server' };
  }
}
