import Type from 'typebox';
import { CapturedShortcutSchema } from '../../protocol/rpc/shortcut.js';
import { event } from '../subscriptions/event.js';

export const captureShortcutChange = event({
  name: 'CAPTURE_SHORTCUT_CHANGE',
  summary: 'A key went down during a capture.',
  details:
    'The connection that captures receives it without a subscription until it unsubscribes. Other subscribed connections of the application receive it if they may record keys for the same person (see Key capture).',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: Type.Object({ shortcut: CapturedShortcutSchema }),
  sources: [],
  setSubscribed: ({ captureListeners, session }, isSubscribed) =>
    captureListeners.setSubscribed(session, isSubscribed),
});
