import Type from 'typebox';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { event } from '../event.js';

/**
 * CAPTURE_SHORTCUT_CHANGE: a key went down during a capture. The capture itself sends it, to the connection that
 * started it and to no other; subscribing is allowed and changes nothing.
 */
export const captureShortcutChange = event({
  evt: 'CAPTURE_SHORTCUT_CHANGE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: Type.Object({ shortcut: ShortcutSchema }),
  sources: [],
});
