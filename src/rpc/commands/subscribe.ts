import Type from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { command } from '../dispatch/command.js';
import { getEvent, SUBSCRIBE_ERRORS } from '../events/index.js';
import { mayReceive } from '../sessions/authorization.js';

export const subscribe = command({
  name: 'SUBSCRIBE',
  summary: 'Subscribes the connection to an event with the given arguments.',
  access: { scopes: ['rpc'], orLocal: true },
  args: Type.Unknown(),
  data: Type.Object({ evt: Type.String() }),
  errors: SUBSCRIBE_ERRORS,
  handle(context, args, evt) {
    const { clock, session, subscriptions } = context;
    const event = getEvent(evt, session);
    if (!mayReceive(session, event.access, clock.now())) throw rpcErrors.invalidPermissions();
    const key = event.subscribe(context, args);
    subscriptions.add(session, key, () => {
      const { release, state } = event.hold(context, args);
      if (state !== null) subscriptions.know(key, state);
      return release;
    });
    event.setSubscribed(context, true);
    session.markInUse();
    return { evt: event.name };
  },
});
