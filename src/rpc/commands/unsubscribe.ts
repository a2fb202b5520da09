import Type from 'typebox';
import { command } from '../dispatch/command.js';
import { getEvent } from '../events/index.js';

export const unsubscribe = command({
  name: 'UNSUBSCRIBE',
  summary: 'Cancels the subscription to an event with the same arguments.',
  details: 'A subscription that does not exist is not an error.',
  access: { scopes: ['rpc'], orLocal: true },
  args: Type.Unknown(),
  data: Type.Object({ evt: Type.String() }),
  errors: ['INVALID_EVENT'],
  handle(context, args, evt) {
    const event = getEvent(evt, context.session);
    context.subscriptions.remove(context.session, event.key(args));
    event.setSubscribed(context, false);
    return { evt: event.name };
  },
});
