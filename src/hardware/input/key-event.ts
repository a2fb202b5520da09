import Type, { type Static } from 'typebox';
import { ShortcutKeySchema } from '../../protocol/rpc/shortcut.js';

/** A key or button going down or up. */
export const KeyEventSchema = Type.Object({ key: ShortcutKeySchema, down: Type.Boolean() });
export type KeyEvent = Static<typeof KeyEventSchema>;

/** What a driver that hears keys is asked, each again without harm. */
export const KEY_REQUESTS = {
  /** begins to hear keys; again while it hears them: nothing. Replies whether anything that has keys is plugged in */
  listen: Type.Boolean(),
  /** hears no more */
  unlisten: Type.Null(),
} as const;
