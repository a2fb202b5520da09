import Type from 'typebox';
import { requireScopes } from '../authorization.js';
import { command } from '../command.js';
import { getEvent, SUBSCRIBE_ERRORS } from '../events/index.js';

export const subscribe = command({
  name: 'SUBSCRIBE',
  summary: 'Subscribes the connection to an event with the given arguments.',
  access: { scopes: ['rpc'] },
  args: Type.Unknown(),
  data: Type.Object({ evt: Type.String() }),
  errors: SUBSCRIBE_ERRORS,
  handle(context, args, evt) {
    const event = getEvent(evt);
    requireScopes(context.session, event.access.scopes, context.clock.now());
    const key = event.subscribe(context, args);
    const { session, subscriptions } = context;
    subscriptions.add(session, key, () => {
      const { release, state } = event.hold(context, args);
      if (state !== null) subscriptions.know(key, state);
      return release;
    });
    event.setSubscribed(context, true);
    return { evt: event.name };
  },
});
