import Type from 'typebox';
import { createChannel, moveChannels } from '../../../guilds/rules/channels.js';
import { visibleChannels } from '../../../guilds/visible-channels.js';
import { ChannelSchema } from '../../../protocol/objects/channel.js';
import { requireRoomForChannels } from '../../guilds/store-limits.js';
import { guildChange, guildOperation } from '../guild-operation.js';

/** The channels of a guild (docs/rest.md, guilds). */
export const guildChannelOperations = [
  guildOperation({
    name: 'Get guild channels',
    summary: 'Returns the channels of a guild that the caller may view.',
    method: 'GET',
    path: '/guilds/{guild.id}/channels',
    status: 200,
    reply: Type.Array(ChannelSchema),
    // Members who may view the same channels share one set of them.
    cacheBy: ({ guild, member }) => visibleChannels(guild, member),
    handle: ({ guild, member, version: { views } }) => {
      const visible = visibleChannels(guild, member);
      return [...guild.channels.values()]
        .filter(({ id }) => visible.has(id))
        .map((channel) => views.channel(guild.id, channel));
    },
  }),
  guildChange({
    name: 'Create guild channel',
    summary: 'Creates a channel in a guild.',
    errors: ['TOO_MANY_CHANNELS'],
    method: 'POST',
    path: '/guilds/{guild.id}/channels',
    rule: createChannel,
    body: 'createChannel',
    status: 201,
    reply: ChannelSchema,
    fires: ['CHANNEL_CREATE'],
    needs: ['applicationStore', 'conflictTurns', 'guildStore'],
    handle: ({ caller, readBody, guild: { id }, changeIf, services, version: { views } }) =>
      services.conflictTurns.run(`application ${caller.applicationId ?? caller.user.id}`, async () => {
        const { applicationStore, guildStore } = services;
        const { applicationId } = caller;
        const application = applicationId === null ? null : await applicationStore.byId(applicationId);
        const conditions =
          application === null ? [] : await requireRoomForChannels(guildStore, application, 1);
        return changeIf(conditions, readBody(), (channel) => views.channel(id, channel));
      }),
  }),
  guildChange({
    name: 'Modify guild channel positions',
    summary: 'Moves channels within the channel list of a guild.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/channels',
    rule: moveChannels,
    body: 'moveChannels',
    status: 204,
    fires: ['CHANNEL_UPDATE'],
    handle: ({ readBody, change }) => change(readBody()),
  }),
];
