import Type from 'typebox';
import { PartialChannelSchema } from '../../protocol/rpc/channel.js';
import { event } from '../event.js';
import { toPartialChannel } from '../views/channel.js';

/** CHANNEL_CREATE: a channel that the person may view was created, or they may view one from now on. */
export const channelCreate = event({
  evt: 'CHANNEL_CREATE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: PartialChannelSchema,
  sources: ['channelCreate'],
  subscription: () => ({}),
  dispatch: ({ client }, { channel }) =>
    client.state.channel(channel.id) === undefined ? null : toPartialChannel(channel),
});
