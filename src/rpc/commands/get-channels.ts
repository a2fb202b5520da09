import Type from 'typebox';
import { PartialChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { command } from '../command.js';
import { toPartialChannel } from '../views/channel.js';

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
    const channels = client.state.channels(guild.id);
    channels.sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
    return { channels: channels.map(toPartialChannel) };
  },
});
