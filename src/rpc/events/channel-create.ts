import Type from 'typebox';
import { PartialChannelSchema } from '../../protocol/rpc/channel.js';
import { event } from '../event.js';
import { partialChannel } from '../views/channel.js';

/** CHANNEL_CREATE: a channel was created or joined (interface.md, Events). */
export const channelCreate = event({
  evt: 'CHANNEL_CREATE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: PartialChannelSchema,
  sources: ['channelCreate'],
  subscription: () => ({}),
  dispatch: (_context, { channel }) => partialChannel(channel),
});
