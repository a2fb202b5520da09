import Type from 'typebox';
import { command } from '../command.js';
import { eventNamed } from '../events/index.js';

/** UNSUBSCRIBE: takes a SUBSCRIBE with the same event and arguments back; one that is not there is no error. */
export const unsubscribe = command({
  cmd: 'UNSUBSCRIBE',
  access: { scopes: ['rpc'] },
  args: Type.Unknown(),
  data: Type.Object({ evt: Type.String() }),
  errors: ['INVALID_EVENT'],
  handle(context, args, evt) {
    const event = eventNamed(evt);
    context.subscriptions.remove(context.session, event.key(args));
    event.setSubscribed(context, false);
    return { evt: event.evt };
  },
});
