import Type, { type Static } from 'typebox';
import { PartialChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { RpcContext } from '../context.js';
import { event } from '../subscriptions/event.js';
import { isRpcChannel, toPartialChannel } from '../views/channel.js';

export const channelCreate = event({
  name: 'CHANNEL_CREATE',
  summary: 'A channel that the person may view was created or came into view.',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: PartialChannelSchema,
  sources: ['channelCreate'],
  subscription: () => ({}),
  dispatch({ client }, { channel }) {
    const isVisible = client.state.channel(channel.id) !== undefined;
    return isVisible && isRpcChannel(channel) ? toPartialChannel(channel) : null;
  },
});

/** The arguments of the events of one channel. */
export const channelArgs = Type.Object({ channel_id: Type.String() });

/** @throws {RpcError} 4005 if there is no such channel, or the person may not view it */
export function requireChannel({ client }: RpcContext, { channel_id: id }: Static<typeof channelArgs>): void {
  const channel = client.state.channel(id);
  if (channel === undefined || !isRpcChannel(channel)) throw rpcErrors.invalidChannel(id.slice(0, 64));
}
