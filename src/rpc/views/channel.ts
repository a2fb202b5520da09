import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import type { Message } from '../../protocol/objects/message.js';
import type { RpcChannel } from '../../protocol/rpc/channel.js';
import type { RpcContext } from '../context.js';
import { rpcMessage } from './message.js';
import { voiceStateEntries } from './voice-state-entry.js';

export function partialChannel({ id, name, type }: Channel) {
  return { id, name: name ?? '', type };
}

/** The channel object of GET_CHANNEL and of the SELECT commands. @param messages oldest first */
export function rpcChannel(context: RpcContext, channel: Channel, messages: readonly Message[]): RpcChannel {
  // Written out twice: a spread costs more than everything else that a command does.
  if (channel.type === CHANNEL_TYPES.GUILD_VOICE) {
    return {
      id: channel.id,
      guild_id: channel.guild_id ?? null,
      name: channel.name ?? '',
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
    name: channel.name ?? '',
    type: channel.type,
    position: channel.position ?? 0,
    topic: channel.topic ?? '',
    messages: messages.map((message) => rpcMessage(context.client.state, message)),
  };
}
