import type { Unavailability } from '../drivers.js';
import type { InputBackendKind } from './input-backend.js';

export const DISPLAY_HINT = 'start Guildhall inside an X session, or set DISPLAY (and XAUTHORITY) to one';
export const NO_DISPLAY: Unavailability = { reason: 'no DISPLAY', hint: DISPLAY_HINT };

/**
 * The input backends to try, best first, according to the environment alone, so that this is cheap. Under Wayland
 * uiohook only receives the keys of X programs through XWayland, so evdev comes first; under X11 uiohook comes first,
 * because it needs no permission.
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

/** What the machine is known to lack, without accessing displays or devices; null if nothing. */
export function explainMissingInput(
  platform: NodeJS.Platform,
  environment: NodeJS.ProcessEnv,
): Unavailability | null {
  return inputBackendOrder(platform, environment).length === 0 ? NO_DISPLAY : null;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
