import Type from 'typebox';
import { ShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { event } from '../event.js';

/**
 * CAPTURE_SHORTCUT_CHANGE: a key went down during a capture. The connection that captures gets it without a subscription
 * until it unsubscribes; other subscribed connections of the application get it if they may record keys for the same
 * person (docs/rpc.md, Key capture).
 */
export const captureShortcutChange = event({
  evt: 'CAPTURE_SHORTCUT_CHANGE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: Type.Object({ shortcut: ShortcutSchema }),
  sources: [],
  setSubscribed: ({ captureListeners, session }, isSubscribed) =>
    captureListeners.setSubscribed(session, isSubscribed),
});
