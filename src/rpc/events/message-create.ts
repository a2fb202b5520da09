import Type from 'typebox';
import { RpcMessageSchema } from '../../protocol/rpc/message.js';
import { event } from '../event.js';
import { rpcMessage } from '../views/message.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** MESSAGE_CREATE: a message was posted in the subscribed text channel (interface.md, Events). */
export const messageCreate = event({
  evt: 'MESSAGE_CREATE',
  scopes: ['rpc', 'messages.read'],
  args: channelArgs,
  data: Type.Object({ channel_id: Type.String(), message: RpcMessageSchema }),
  source: 'messageCreate',
  check: requireChannel,
  subscription: ({ message }) => ({ channel_id: message.channel_id }),
  dispatch: ({ client }, { message }) => ({
    channel_id: message.channel_id,
    message: rpcMessage(client.state, message),
  }),
});
