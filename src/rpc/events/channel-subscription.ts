import Type, { type Static } from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { RpcContext } from '../context.js';

/** What the events of one channel are subscribed to with. */
export const channelArgs = Type.Object({ channel_id: Type.String() });

/** @throws {RpcError} 4005 if there is no such channel, or the person may not view it */
export function requireChannel({ client }: RpcContext, { channel_id: id }: Static<typeof channelArgs>): void {
  if (client.state.channel(id) === undefined) throw rpcErrors.invalidChannel(id.slice(0, 64));
}
