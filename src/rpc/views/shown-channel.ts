import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import type { RpcChannel } from '../../protocol/rpc/channel.js';
import { hasScope } from '../authorization.js';
import type { CommandContext } from '../context.js';
import { rpcChannel } from './channel.js';

/** A channel as this application may see it: with its last messages only if it may read messages. */
export function shownChannel(context: CommandContext, channel: Channel): RpcChannel | Promise<RpcChannel> {
  const { client, session } = context;
  const readable = channel.type !== CHANNEL_TYPES.GUILD_VOICE && hasScope(session, 'messages.read');
  if (!readable) return rpcChannel(context, channel, []);
  return client.messages(channel.id).then((messages) => rpcChannel(context, channel, messages));
}
