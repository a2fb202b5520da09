import type { ShortcutKey } from '../../protocol/rpc/shortcut.js';

/** Identifies a key or button among all devices. */
export function keyId({ code, type }: Pick<ShortcutKey, 'code' | 'type'>): string {
  return `${type}:${code}`;
}
