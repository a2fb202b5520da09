import Type from 'typebox';
import { PartialChannelSchema } from '../../protocol/rpc/channel.js';
import { event } from '../event.js';
import { toPartialChannel } from '../views/channel.js';

export const channelCreate = event({
  name: 'CHANNEL_CREATE',
  summary: 'A channel that the person may view was created or came into view.',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: PartialChannelSchema,
  sources: ['channelCreate'],
  subscription: () => ({}),
  dispatch: ({ client }, { channel }) =>
    client.state.channel(channel.id) === undefined ? null : toPartialChannel(channel),
});
