import Type from 'typebox';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { command } from '../dispatch/command.js';
import { isRpcChannel, toVisibleChannel } from '../views/channel.js';

export const getChannel = command({
  name: 'GET_CHANNEL',
  summary: 'Returns one channel that the person may view.',
  details:
    'A text channel has its last 50 messages, oldest first, if the application may read messages; a voice channel has the users who are in it.',
  access: { scopes: ['rpc'] },
  args: Type.Object({ channel_id: Type.String() }),
  data: RpcChannelSchema,
  errors: ['INVALID_CHANNEL'],
  handle(context, { channel_id: id }) {
    const channel = context.client.state.channel(id);
    if (channel === undefined || !isRpcChannel(channel)) return rpcErrors.invalidChannel(id.slice(0, 64));
    return toVisibleChannel(context, channel);
  },
});
