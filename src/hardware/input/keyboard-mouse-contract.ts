import Type, { type Static } from 'typebox';
import { ShortcutKeySchema } from '../../protocol/rpc/shortcut.js';
import { driverContract } from '../host/contract.js';

/** A key or button going down or up. */
export const KeyEventSchema = Type.Object({ key: ShortcutKeySchema, down: Type.Boolean() });
export type KeyEvent = Static<typeof KeyEventSchema>;

/** Keys and mouse buttons of the whole desktop, whichever window has them. */
export const KEYBOARD_MOUSE = driverContract({
  name: 'keyboard-mouse',
  requests: {
    /** begins to hear keys; again while it hears them: nothing */
    listen: Type.Null(),
    /** hears no more */
    unlisten: Type.Null(),
  },
  events: { key: KeyEventSchema },
  patienceMs: 2000,
  graceMs: 5000,
});
