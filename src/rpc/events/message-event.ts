import Type from 'typebox';
import { RpcMessageSchema } from '../../protocol/rpc/message.js';
import { event, type RpcEvent } from '../event.js';
import { rpcMessage } from '../views/message.js';
import { channelArgs, requireChannel } from './channel-subscription.js';

/** What MESSAGE_CREATE and MESSAGE_UPDATE share: they differ in what happened only. */
export function messageEvent(evt: string, source: 'messageCreate' | 'messageUpdate'): RpcEvent {
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
      message: rpcMessage(client.state, message),
    }),
  });
}
