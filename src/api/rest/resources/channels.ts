import {
  deleteChannel,
  deleteOverwrite,
  modifyChannel,
  putOverwrite,
} from '../../../guilds/rules/channels.js';
import { ChannelSchema } from '../../../protocol/objects/channel.js';
import { BODY_BYTES } from '../../core/limits.js';
import { channelChange, channelOperation } from '../channel-operation.js';
import type { Operation } from '../operation.js';
import { leavePrivateChannel, modifyPrivateChannel, showPrivateChannel } from './private-channels.js';

/** The channel resource (docs/rest.md, Operations). */
export const channelOperations = [
  channelOperation({
    name: 'Get channel',
    summary: 'Returns a channel that the caller may view.',
    method: 'GET',
    path: '/channels/{channel.id}',
    status: 200,
    reply: ChannelSchema,
    needs: ['users'],
    cacheBy: ({ channel }) => channel,
    handle: ({ guild, channel, version }) => version.views.channel(guild.id, channel),
    handlePrivate: showPrivateChannel,
  }),
  modifyOperation({
    name: 'Modify channel',
    summary: 'Changes the fields of a channel that are passed.',
    method: 'PATCH',
  }),
  modifyOperation({
    name: 'Modify channel with PUT',
    summary: 'Changes a channel like PATCH, for older clients.',
    method: 'PUT',
  }),
  channelChange({
    name: 'Delete channel',
    summary: 'Deletes a channel of a guild, or closes a private channel for the caller.',
    method: 'DELETE',
    path: '/channels/{channel.id}',
    rule: deleteChannel,
    status: 200,
    reply: ChannelSchema,
    fires: [
      'VOICE_STATE_UPDATE',
      'CHANNEL_UPDATE',
      'CHANNEL_DELETE',
      'GUILD_UPDATE',
      'CHANNEL_RECIPIENT_REMOVE',
      'MESSAGE_CREATE',
    ],
    needs: ['users'],
    handle: ({ guild: { id }, change, version: { views } }) =>
      change(undefined, (channel) => views.channel(id, channel)),
    handlePrivate: leavePrivateChannel,
  }),
  channelChange({
    name: 'Edit channel permissions',
    summary: 'Sets the permission overwrite of a role or member in a channel.',
    errors: ['UNKNOWN_MEMBER', 'UNKNOWN_ROLE'],
    method: 'PUT',
    path: '/channels/{channel.id}/permissions/{overwrite.id}',
    rule: putOverwrite,
    body: 'putOverwrite',
    status: 204,
    fires: ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, readBody, change }) => change({ id: params.overwrite_id, ...readBody() }),
  }),
  channelChange({
    name: 'Delete channel permission',
    summary: 'Removes a permission overwrite from a channel.',
    errors: ['UNKNOWN_OVERWRITE'],
    method: 'DELETE',
    path: '/channels/{channel.id}/permissions/{overwrite.id}',
    rule: deleteOverwrite,
    status: 204,
    fires: ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) => change(params.overwrite_id),
  }),
];

/** Both methods do the same; old clients use PUT. */
function modifyOperation(declaration: Pick<Operation, 'name' | 'summary' | 'method'>): Operation {
  return channelChange({
    ...declaration,
    errors: ['DM_CHANNEL'],
    path: '/channels/{channel.id}',
    rule: modifyChannel,
    body: 'modifyChannel',
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 200,
    reply: ChannelSchema,
    fires: ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE', 'MESSAGE_CREATE'],
    needs: ['users'],
    handle: ({ guild: { id: guildId }, readBody, change, version: { views } }) =>
      change(readBody().ofGuild(), (channel) => views.channel(guildId, channel)),
    handlePrivate: modifyPrivateChannel,
  });
}
