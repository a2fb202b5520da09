import type { Unavailability } from '../drivers.js';
import type { InputBackendKind } from './input-backend.js';

export const DISPLAY_MEND = 'start Guildhall inside an X session, or set DISPLAY (and XAUTHORITY) to one';
export const NO_DISPLAY: Unavailability = { reason: 'no DISPLAY', hint: DISPLAY_MEND };

/**
 * The ways of hearing keys to try, the best first, from what the environment alone tells: cheap enough to ask at any
 * time. Under Wayland uiohook hears through XWayland, and so the keys of X programs alone: evdev comes first there. Under
 * X11 it is the other way round, because uiohook needs no permission.
 */
export function inputBackendOrder(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): readonly InputBackendKind['name'][] {
  if (platform === 'win32' || platform === 'darwin') return ['uiohook'];
  const x11 = isSet(environment.DISPLAY) ? (['uiohook'] as const) : [];
  if (platform !== 'linux') return x11;
  return isSet(environment.WAYLAND_DISPLAY) ? ['evdev', ...x11] : [...x11, 'evdev'];
}

/** What the machine is known to lack without touching a display or a device; null if nothing. */
export function lackingInput(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): Unavailability | null {
  return inputBackendOrder(platform, environment).length === 0 ? NO_DISPLAY : null;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
