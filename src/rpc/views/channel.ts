import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import type { Message } from '../../protocol/objects/message.js';
import type { RpcChannel } from '../../protocol/rpc/channel.js';
import { hasScope } from '../authorization.js';
import type { CommandContext, RpcContext } from '../context.js';
import { rpcMessage } from './message.js';
import { voiceStateEntries } from './voice-state-entry.js';

export function partialChannel(channel: Channel) {
  return { id: channel.id, name: toChannelName(channel), type: channel.type };
}

/** The name that clients show for a channel: private ones without a name have those of the others in them. */
export function toChannelName({ name, recipients = [] }: Pick<Channel, 'name' | 'recipients'>): string {
  return name ?? recipients.map(({ username }) => username).join(', ');
}

/** The channel object of GET_CHANNEL and of the SELECT commands. @param messages oldest first */
export function rpcChannel(context: RpcContext, channel: Channel, messages: readonly Message[]): RpcChannel {
  // Written out twice: a spread costs more than everything else that a command does.
  if (channel.type === CHANNEL_TYPES.GUILD_VOICE) {
    return {
      id: channel.id,
      guild_id: channel.guild_id ?? null,
      name: toChannelName(channel),
      type: channel.type,
      position: channel.position ?? 0,
      bitrate: channel.bitrate ?? 64_000,
      user_limit: channel.user_limit ?? 0,
      voice_states: voiceStateEntries(context, channel),
    };
  }
  return {
    id: channel.id,
    guild_id: channel.guild_id ?? null,
    name: toChannelName(channel),
    type: channel.type,
    position: channel.position ?? 0,
    topic: channel.topic ?? '',
    messages: messages.map((message) => rpcMessage(context.client.state, message)),
  };
}

/** A channel as this application may see it: with its last messages only if it may read messages. */
export function shownChannel(context: CommandContext, channel: Channel): RpcChannel | Promise<RpcChannel> {
  const { client, session } = context;
  const readable = channel.type !== CHANNEL_TYPES.GUILD_VOICE && hasScope(session, 'messages.read');
  if (!readable) return rpcChannel(context, channel, []);
  return client.messages(channel.id).then((messages) => rpcChannel(context, channel, messages));
}
