import Type from 'typebox';
import { event } from '../event.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** MESSAGE_DELETE: a message was deleted in the subscribed text channel; of the message only the id is left. */
export const messageDelete = event({
  evt: 'MESSAGE_DELETE',
  scopes: ['rpc', 'messages.read'],
  args: channelArgs,
  data: Type.Object({ channel_id: Type.String(), message: Type.Object({ id: Type.String() }) }),
  sources: ['messageDelete'],
  check: requireChannel,
  subscription: ({ channel_id }) => ({ channel_id }),
  dispatch: (_context, { channel_id, id }) => ({ channel_id, message: { id } }),
});
