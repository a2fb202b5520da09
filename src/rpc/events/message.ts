import Type from 'typebox';
import type { Declared } from '../../protocol/declaration/declared.js';
import { RpcMessageSchema } from '../../protocol/rpc/message.js';
import { event, type RpcEvent } from '../subscriptions/event.js';
import { toRpcMessage } from '../views/message.js';
import { channelArgs, requireChannel } from './channel.js';

/** What MESSAGE_CREATE and MESSAGE_UPDATE share: they differ in what happened only. */
function messageEvent(
  declaration: Pick<Declared, 'name' | 'summary'>,
  source: 'messageCreate' | 'messageUpdate',
): RpcEvent {
  return event({
    ...declaration,
    access: { scopes: ['rpc', 'messages.read'] },
    errors: ['INVALID_CHANNEL'],
    args: channelArgs,
    data: Type.Object({ channel_id: Type.String(), message: RpcMessageSchema }),
    sources: [source],
    check: requireChannel,
    subscription: ({ message }) => ({ channel_id: message.channel_id }),
    dispatch: (context, { message }) => ({
      channel_id: message.channel_id,
      message: toRpcMessage(context, message),
    }),
  });
}

export const messageCreate = messageEvent(
  { name: 'MESSAGE_CREATE', summary: 'A message was posted in the subscribed text channel.' },
  'messageCreate',
);

export const messageUpdate = messageEvent(
  { name: 'MESSAGE_UPDATE', summary: 'A message was changed in the subscribed text channel.' },
  'messageUpdate',
);

export const messageDelete = event({
  name: 'MESSAGE_DELETE',
  summary: 'A message was deleted in the subscribed text channel.',
  details: 'Only the id of the message is left.',
  access: { scopes: ['rpc', 'messages.read'] },
  errors: ['INVALID_CHANNEL'],
  args: channelArgs,
  data: Type.Object({ channel_id: Type.String(), message: Type.Object({ id: Type.String() }) }),
  sources: ['messageDelete'],
  check: requireChannel,
  subscription: ({ channel_id }) => ({ channel_id }),
  dispatch: (_context, { channel_id, id }) => ({ channel_id, message: { id } }),
});
