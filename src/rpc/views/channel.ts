import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import type { Message } from '../../protocol/objects/message.js';
import type { RpcChannel } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import type { CommandContext, RpcContext } from '../context.js';
import { hasScope } from '../sessions/authorization.js';
import { toRpcMessage } from './message.js';
import { toVoiceStateEntries } from './voice-state-entry.js';

/** Whether applications see a channel: RPC has no categories (docs/rpc.md, Visible channels). */
export function isRpcChannel({ type }: Channel): boolean {
  return type !== CHANNEL_TYPES.GUILD_CATEGORY;
}

export function toPartialChannel(channel: Channel) {
  return { id: channel.id, name: toChannelName(channel), type: channel.type };
}

/** The name that clients show for a channel: a private channel without a name shows the names of its recipients. */
export function toChannelName({ name, recipients = [] }: Pick<Channel, 'name' | 'recipients'>): string {
  return name ?? recipients.map(({ username }) => username).join(', ');
}

/** The channel object of GET_CHANNEL and the SELECT commands. @param messages oldest first */
function toRpcChannel(context: RpcContext, channel: Channel, messages: readonly Message[]): RpcChannel {
  // Not shared by a spread, which would cost more than the rest of the command.
  if (channel.type === CHANNEL_TYPES.GUILD_VOICE) {
    return {
      id: channel.id,
      guild_id: channel.guild_id ?? null,
      name: toChannelName(channel),
      type: channel.type,
      position: channel.position ?? 0,
      bitrate: channel.bitrate ?? 64_000,
      user_limit: channel.user_limit ?? 0,
      voice_states: toVoiceStateEntries(context, channel),
    };
  }
  return {
    id: channel.id,
    guild_id: channel.guild_id ?? null,
    name: toChannelName(channel),
    type: channel.type,
    position: channel.position ?? 0,
    topic: channel.topic ?? '',
    messages: messages.map((message) => toRpcMessage(context, message)),
  };
}

/**
 * A channel as this application may see it: messages are included only with the scope `messages.read`.
 *
 * @throws {RpcError} 4005 if it is gone before its messages are read
 */
export function toVisibleChannel(
  context: CommandContext,
  channel: Channel,
): RpcChannel | Promise<RpcChannel> {
  const { client, contents, replyTurns, session } = context;
  const readable = channel.type !== CHANNEL_TYPES.GUILD_VOICE && hasScope(session, 'messages.read');
  if (!readable) return toRpcChannel(context, channel, []);
  // It may be gone when its turn has come.
  const look = () => {
    const found = client.state.channel(channel.id);
    if (found === undefined) throw rpcErrors.invalidChannel(channel.id);
    return found;
  };
  return replyTurns.runAfterRead(
    session,
    async () => {
      look();
      const messages = await client.messages(channel.id);
      await contents.prepare(messages);
      return messages;
    },
    (messages) => toRpcChannel(context, look(), messages),
  );
}
