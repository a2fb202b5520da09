import type { Static } from 'typebox';
import { deleteChannel } from '../../../guilds/rules/delete-channel.js';
import { deleteOverwrite, putOverwrite } from '../../../guilds/rules/edit-overwrite.js';
import { type ModifiedChannel, modifyChannel } from '../../../guilds/rules/modify-channel.js';
import { ChannelSchema } from '../../../protocol/objects/channel.js';
import { ModifyChannelBody, OverwriteBody } from '../../../protocol/rest/channel-bodies.js';
import { BODY_BYTES } from '../body-bytes.js';
import { channelOperation } from '../channel-operation.js';
import type { Operation } from '../operation.js';
import { newOverwrite, newOverwrites } from './guild-channels.js';
import { leavePrivateChannel, modifyPrivateChannel, showPrivateChannel } from './private-channels.js';

/** The channel resource (docs/rest.md, Operations). */
export const channelOperations = [
  channelOperation({
    name: 'Get channel',
    method: 'GET',
    path: '/channels/{channel.id}',
    status: 200,
    reply: ChannelSchema,
    handle: ({ guild, channel, version }) => version.views.channel(guild.id, channel),
    handlePrivate: showPrivateChannel,
  }),
  modifyOperation('PATCH', 'Modify channel'),
  modifyOperation('PUT', 'Modify channel with PUT'),
  channelOperation({
    name: 'Delete channel',
    method: 'DELETE',
    path: '/channels/{channel.id}',
    permission: 'MANAGE_CHANNELS',
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
    async handle({ guild: { id }, change, version: { views } }) {
      const deleted = await change((guild, actor, _context, channel) => deleteChannel(guild, actor, channel));
      return views.channel(id, deleted);
    },
    handlePrivate: leavePrivateChannel,
  }),
  channelOperation({
    name: 'Edit channel permissions',
    method: 'PUT',
    path: '/channels/{channel.id}/permissions/{overwrite.id}',
    permission: 'MANAGE_ROLES',
    body: OverwriteBody,
    status: 204,
    fires: ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, body, change }) =>
      change((guild, actor, _context, channel) =>
        putOverwrite(guild, actor, channel, newOverwrite(params.overwrite_id, body)),
      ),
  }),
  channelOperation({
    name: 'Delete channel permission',
    method: 'DELETE',
    path: '/channels/{channel.id}/permissions/{overwrite.id}',
    permission: 'MANAGE_ROLES',
    status: 204,
    fires: ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE'],
    handle: ({ params, change }) =>
      change((guild, actor, _context, channel) =>
        deleteOverwrite(guild, actor, channel, params.overwrite_id),
      ),
  }),
];

/** Both methods do the same; old clients use PUT. */
function modifyOperation(method: 'PATCH' | 'PUT', name: string): Operation {
  return channelOperation({
    name,
    method,
    path: '/channels/{channel.id}',
    permission: 'MANAGE_CHANNELS',
    body: ModifyChannelBody,
    bodyBytes: BODY_BYTES.WITH_IMAGES,
    status: 200,
    reply: ChannelSchema,
    fires: ['CHANNEL_UPDATE', 'VOICE_STATE_UPDATE', 'MESSAGE_CREATE'],
    async handle({ guild: { id: guildId }, body, change, version: { views } }) {
      const changed = await change((guild, actor, _context, channel) =>
        modifyChannel(guild, actor, channel, modifiedChannel(body)),
      );
      return views.channel(guildId, changed);
    },
    handlePrivate: modifyPrivateChannel,
  });
}

function modifiedChannel(body: Static<typeof ModifyChannelBody>): ModifiedChannel {
  return {
    name: body.name ?? undefined,
    position: body.position ?? undefined,
    topic: body.topic,
    nsfw: body.nsfw ?? undefined,
    bitrate: body.bitrate ?? undefined,
    userLimit: body.user_limit ?? undefined,
    permissionOverwrites: newOverwrites(body.permission_overwrites),
    parentId: body.parent_id,
  };
}
