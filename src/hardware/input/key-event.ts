import Type, { type Static } from 'typebox';
import { ShortcutKeySchema } from '../../protocol/rpc/shortcut.js';

/** A key or button went down or up. */
export const KeyEventSchema = Type.Object({
  key: ShortcutKeySchema,
  down: Type.Boolean(),
  /** it was down before anybody listened: it is held, but was not pressed */
  fromStart: Type.Optional(Type.Literal(true)),
});
export type KeyEvent = Static<typeof KeyEventSchema>;

/** The requests of drivers that read keys; all are idempotent. */
export const KEY_REQUESTS = {
  /** starts reading keys; replies whether any device with keys is plugged in */
  listen: Type.Boolean(),
  /** stops reading keys */
  unlisten: Type.Null(),
} as const;
