import Type from 'typebox';
import { RpcMessageSchema } from '../../protocol/rpc/message.js';
import { event, type RpcEvent } from '../event.js';
import { toRpcMessage } from '../views/message.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** What MESSAGE_CREATE and MESSAGE_UPDATE share: they differ in what happened only. */
function messageEvent(evt: string, source: 'messageCreate' | 'messageUpdate'): RpcEvent {
  return event({
    evt,
    scopes: ['rpc', 'messages.read'],
    args: channelArgs,
    data: Type.Object({ channel_id: Type.String(), message: RpcMessageSchema }),
    sources: [source],
    check: requireChannel,
    subscription: ({ message }) => ({ channel_id: message.channel_id }),
    dispatch: ({ client }, { message }) => ({
      channel_id: message.channel_id,
      message: toRpcMessage(client.state, message),
    }),
  });
}

/** MESSAGE_CREATE: a message was posted in the subscribed text channel. */
export const messageCreate = messageEvent('MESSAGE_CREATE', 'messageCreate');

/** MESSAGE_UPDATE: a message was changed in the subscribed text channel. */
export const messageUpdate = messageEvent('MESSAGE_UPDATE', 'messageUpdate');

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
