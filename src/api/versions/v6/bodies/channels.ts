import type { Static } from 'typebox';
import type { ModifiedChannel, NewChannel } from '../../../../guilds/rules/channels.js';
import type { Overwrite } from '../../../../protocol/objects/channel.js';
import {
  CreateChannelBody,
  ModifyChannelBody,
  MoveChannelsBody,
  OverwriteBody,
  type PartialChannelBody,
} from '../../../../protocol/rest/channel-bodies.js';
import { toOverwriteType } from '../../../../protocol/rest/fields.js';
import { readChangedAvatar } from '../../../images/read-image.js';
import { defineBody } from '../../body.js';
import { readPermissions } from './roles.js';

export const createChannel = defineBody(CreateChannelBody, (body) => readNewChannel(body));

export const modifyChannel = defineBody(ModifyChannelBody, (body) => ({
  ofGuild: (): ModifiedChannel => ({
    name: body.name ?? undefined,
    position: body.position ?? undefined,
    topic: body.topic,
    nsfw: body.nsfw ?? undefined,
    bitrate: body.bitrate ?? undefined,
    userLimit: body.user_limit ?? undefined,
    permissionOverwrites: readOverwrites(body.permission_overwrites),
    parentId: body.parent_id,
  }),
  ofGroup: () => ({ name: body.name, icon: readChangedAvatar('icon', body.icon) }),
}));

export const moveChannels = defineBody(MoveChannelsBody, (moves) => moves);

export const putOverwrite = defineBody(OverwriteBody, (body) => readOverwrite(body));

/** Reads a new channel from a body. @param path of the channel in the body @throws {RestError} INVALID_FORM_BODY */
export function readNewChannel(
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
    permissionOverwrites: readOverwrites(body.permission_overwrites, path),
  };
}

function readOverwrites(
  overwrites: readonly (Static<typeof OverwriteBody> & { id: string | number })[] | null | undefined,
  path: readonly string[] = [],
): Overwrite[] | undefined {
  return overwrites?.map(({ id, ...fields }, index) => ({
    id: String(id),
    ...readOverwrite(fields, [...path, 'permission_overwrites', String(index)]),
  }));
}

function readOverwrite(
  { type, allow, deny }: Static<typeof OverwriteBody>,
  path: readonly string[] = [],
): Omit<Overwrite, 'id'> {
  return {
    type: toOverwriteType(type),
    allow: readPermissions([...path, 'allow'], allow ?? 0),
    deny: readPermissions([...path, 'deny'], deny ?? 0),
  };
}
