import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { KeyboardLayoutBinding, XkbKeymap, XkbNames } from '../../platform/native/keyboard-layout.js';

/** Where distributions store the layout for the console and the login screen: Debian's file, and systemd's. */
const FILES = ['/etc/default/keyboard', '/etc/vconsole.conf'] as const;

/**
 * The keyboard layout of this machine: from XKB_DEFAULT_LAYOUT (and _MODEL, _VARIANT, _OPTIONS, _RULES) of the
 * environment, else from the first file that names one. A desktop may use another layout.
 *
 * @param readFile returns the text of a file; throws if it does not exist
 * @returns null if no layout is configured
 */
export function systemLayout(
  environment: NodeJS.ProcessEnv,
  readFile: (path: string) => string = (path) => readFileSync(path, 'utf8'),
): XkbNames | null {
  const fromEnvironment = xkbNames((part) => environment[`XKB_DEFAULT_${part}`]);
  if (fromEnvironment !== null) return fromEnvironment;
  for (const path of FILES) {
    const settings = shellSettings(readOrEmpty(() => readFile(path)));
    const names = xkbNames((part) => settings.get(`XKB${part}`));
    if (names !== null) return names;
  }
  return null;
}

function xkbNames(part: (name: string) => string | undefined): XkbNames | null {
  const layout = part('LAYOUT');
  if (layout === undefined || layout === '') return null;
  return {
    layout,
    rules: part('RULES') ?? '',
    model: part('MODEL') ?? '',
    variant: part('VARIANT') ?? '',
    options: part('OPTIONS') ?? '',
  };
}

/** Parses lines of NAME=value, NAME="value" or NAME='value'; ignores all others. */
function shellSettings(text: string): Map<string, string> {
  const lines = text.matchAll(/^[ \t]*(\w+)=(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#"']*))/gm);
  return new Map([...lines].map(([, name = '', ...values]) => [name, values.find(Boolean) ?? '']));
}

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

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
