import { isAbsolute, join } from 'node:path';
import type { KeyboardLayoutBinding, XkbKeymap } from '../../platform/native/keyboard-layout.js';

/** A busy compositor must not delay a capture. */
const TIMEOUT_MS = 300;

/** The layout of the Wayland compositor that WAYLAND_DISPLAY names; null if there is none or it does not respond. */
export function waylandLayout(
  environment: NodeJS.ProcessEnv,
  layouts: KeyboardLayoutBinding | null,
): XkbKeymap | null {
  const { WAYLAND_DISPLAY: name = '', XDG_RUNTIME_DIR: folder = '' } = environment;
  if (name === '' || !(isAbsolute(name) || isAbsolute(folder))) return null;
  return layouts?.ofWayland(isAbsolute(name) ? name : join(folder, name), TIMEOUT_MS) ?? null;
}
