import { channelToWire } from '../../../guilds/wire.js';
import { ChannelSchema } from '../../../protocol/objects/channel.js';
import { channelOperation } from '../guild-operation.js';

/** The channel resource (rest-facts.md, Routes next door). */
export const channelOperations = [
  channelOperation({
    name: 'Get channel',
    method: 'GET',
    path: '/channels/{channel.id}',
    status: 200,
    reply: ChannelSchema,
    handle: ({ guild, channel }) => channelToWire(guild.id, channel),
  }),
];
