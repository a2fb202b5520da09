import Type from 'typebox';
import { orderChannels } from '../../client/chat/channel-order.js';
import { PartialChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { command } from '../dispatch/command.js';
import { isRpcChannel, toPartialChannel } from '../views/channel.js';

export const getChannels = command({
  name: 'GET_CHANNELS',
  summary: 'Returns the channels of a guild that the person may view, in the order of its channel list.',
  access: { scopes: ['rpc'] },
  args: Type.Object({ guild_id: Type.String() }),
  data: Type.Object({ channels: Type.Array(PartialChannelSchema) }),
  errors: ['INVALID_GUILD'],
  handle({ client }, { guild_id: id }) {
    const guild = client.state.guild(id);
    if (guild === undefined) return rpcErrors.invalidGuild(id.slice(0, 64));
    const channels = orderChannels(client.state.channels(guild.id)).filter(isRpcChannel);
    return { channels: channels.map(toPartialChannel) };
  },
});
