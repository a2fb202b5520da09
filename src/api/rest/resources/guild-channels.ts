import Type, { type Static } from 'typebox';
import { GUILD_LIMITS } from '../../../guilds/limits.js';
import { createChannel, type NewChannel } from '../../../guilds/rules/create-channel.js';
import { moveChannels } from '../../../guilds/rules/move-channels.js';
import { visibleChannels } from '../../../guilds/visible-channels.js';
import { ChannelSchema, type Overwrite } from '../../../protocol/objects/channel.js';
import {
  CreateChannelBody,
  MoveChannelsBody,
  type OverwriteBody,
  type PartialChannelBody,
} from '../../../protocol/rest/channel-bodies.js';
import { toOverwriteType } from '../../../protocol/rest/fields.js';
import { lockApplicationGuilds } from '../../application-guilds-lock.js';
import type { Caller } from '../../caller.js';
import type { Services } from '../../services.js';
import { guildChange, guildOperation } from '../guild-operation.js';
import { readPermissions } from '../read-permissions.js';
import { RestError } from '../rest-error.js';

/** The channels of a guild (docs/rest.md, guilds). */
export const guildChannelOperations = [
  guildOperation({
    name: 'Get guild channels',
    summary: 'Returns the channels of a guild that the caller may view.',
    method: 'GET',
    path: '/guilds/{guild.id}/channels',
    status: 200,
    reply: Type.Array(ChannelSchema),
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
    body: CreateChannelBody,
    status: 201,
    reply: ChannelSchema,
    fires: ['CHANNEL_CREATE'],
    handle: ({ caller, body, guild: { id }, change, services, version: { views } }) =>
      withRoomForChannel(caller, services, async () => {
        const channel = await change(newChannel(body));
        return views.channel(id, channel);
      }),
  }),
  guildChange({
    name: 'Modify guild channel positions',
    summary: 'Moves channels within the channel list of a guild.',
    method: 'PATCH',
    path: '/guilds/{guild.id}/channels',
    rule: moveChannels,
    body: MoveChannelsBody,
    status: 204,
    fires: ['CHANNEL_UPDATE'],
    handle: ({ body, change }) => change(body),
  }),
];

/** A channel as the rules take it, from either body. @param path where the channel is in the body */
export function newChannel(
  body: Static<typeof CreateChannelBody> | Static<typeof PartialChannelBody>,
  path: readonly string[] = [],
): NewChannel {
  return {
    name: body.name,
    type: body.type ?? undefined,
    topic: body.topic,
    bitrate: body.bitrate ?? undefined,
    userLimit: body.user_limit ?? undefined,
    nsfw: body.nsfw ?? undefined,
    parentId: 'parent_id' in body ? body.parent_id : undefined,
    permissionOverwrites: newOverwrites(body.permission_overwrites, path),
  };
}

/** Overwrites as the rules take them. @param path where the channel is in the body */
export function newOverwrites(
  overwrites: readonly (Static<typeof OverwriteBody> & { id: string | number })[] | null | undefined,
  path: readonly string[] = [],
): Overwrite[] | undefined {
  return overwrites?.map(({ id, ...fields }, index) =>
    newOverwrite(String(id), fields, [...path, 'permission_overwrites', String(index)]),
  );
}

/** An overwrite as the rules take it. @param path where it is in the body @throws {RestError} INVALID_FORM_BODY */
export function newOverwrite(
  id: string,
  { type, allow, deny }: Static<typeof OverwriteBody>,
  path: readonly string[] = [],
): Overwrite {
  return {
    id,
    type: toOverwriteType(type),
    allow: readPermissions([...path, 'allow'], allow ?? 0),
    deny: readPermissions([...path, 'deny'], deny ?? 0),
  };
}

/** An unapproved application makes few channels, over all guilds (docs/rest.md, Limits). @throws {RestError} */
async function withRoomForChannel<Result>(
  { applicationId }: Caller,
  services: Services,
  make: () => Promise<Result>,
): Promise<Result> {
  const { store } = services;
  const application = applicationId === null ? null : await store.applications.byId(applicationId);
  if (application === null || application.approved) return make();
  return lockApplicationGuilds(services, application.id, async () => {
    const made = await store.guilds.channelCountByApplication(application.id);
    if (made >= GUILD_LIMITS.CHANNELS_OF_UNAPPROVED_APPLICATION) throw new RestError('TOO_MANY_CHANNELS');
    return make();
  });
}
