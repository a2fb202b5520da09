import Type from 'typebox';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { hasScope } from '../authorization.js';
import { command } from '../command.js';
import { rpcChannel } from '../views/channel.js';

/**
 * GET_CHANNEL: one channel; a text channel with its last 50 messages, oldest first, if the application may read
 * messages, a voice channel with who is in it (interface.md, RPC channel object).
 */
export const getChannel = command({
  cmd: 'GET_CHANNEL',
  access: { scopes: ['rpc'] },
  args: Type.Object({ channel_id: Type.String() }),
  data: RpcChannelSchema,
  errors: ['INVALID_CHANNEL'],
  async handle({ client, session }, { channel_id: id }) {
    const channel = client.state.channel(id);
    if (channel === undefined) throw rpcErrors.invalidChannel(id.slice(0, 64));
    const readable = channel.type !== CHANNEL_TYPES.GUILD_VOICE && hasScope(session, 'messages.read');
    return rpcChannel(client.state, channel, readable ? await client.messages(id) : []);
  },
});
