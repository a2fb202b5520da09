import { loadMacosLayout } from '../../platform/native/macos-layout.js';
import type { KeyCharacters } from './input-backend.js';

/**
 * HID usages of the keys that type characters, by the virtual key codes of macOS (`kVK_…` of Events.h), which name places as usages
 * do, whatever the layout.
 */
const USAGES: ReadonlyMap<number, number> = new Map([
  ...usagesFrom(0x04, [0x00, 0x0b, 0x08, 0x02, 0x0e, 0x03, 0x05, 0x04, 0x22, 0x26, 0x28, 0x25, 0x2e]), // a to m
  ...usagesFrom(0x11, [0x2d, 0x1f, 0x23, 0x0c, 0x0f, 0x01, 0x11, 0x20, 0x09, 0x0d, 0x07, 0x10, 0x06]), // n to z
  ...usagesFrom(0x1e, [0x12, 0x13, 0x14, 0x15, 0x17, 0x16, 0x1a, 0x1c, 0x19, 0x1d]), // 1 to 9, 0
  ...usagesFrom(0x2d, [0x1b, 0x18, 0x21, 0x1e, 0x2a]), // - = [ ] \
  ...usagesFrom(0x33, [0x29, 0x27, 0x32, 0x2b, 0x2f, 0x2c]), // ; ' ` , . /
  [0x5e, 0x87], // ro of Japanese keyboards
  [0x5d, 0x89], // yen of Japanese keyboards
]);

/** The characters of the current layout of macOS; null on other systems. */
export function macosLayout({ binding } = loadMacosLayout()): KeyCharacters | null {
  if (binding === null) return null;
  return {
    characters: binding.characters().flatMap(([virtualKey, character]) => {
      const usage = USAGES.get(virtualKey);
      return usage === undefined ? [] : [[usage, character] as const];
    }),
  };
}

function usagesFrom(first: number, virtualKeys: readonly number[]): (readonly [number, number])[] {
  return virtualKeys.map((virtualKey, index) => [virtualKey, first + index]);
}
