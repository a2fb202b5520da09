import Type from 'typebox';
import { normalizeNick } from '../../../guilds/names.js';
import {
  addRecipient,
  leaveChannel,
  modifyGroup,
  removeRecipient,
} from '../../../guilds/private-channels/rules/groups.js';
import { hashSecret } from '../../../platform/crypto/secrets.js';
import { CHANNEL_TYPES, type Channel, ChannelSchema } from '../../../protocol/objects/channel.js';
import { consentedUser } from '../../accounts/authentication.js';
import { toGuildUser } from '../../accounts/user-directory.js';
import { RestError } from '../../core/errors.js';
import type { ModifiedAnyChannel } from '../../versions/body-inputs.js';
import { channelOperation } from '../channel-operation.js';
import { operation } from '../declare-operation.js';
import { requireFound } from '../guild-operation.js';
import {
  OPENS_PRIVATE_CHANNEL,
  openPrivateChannel,
  requireFewerGroups,
  requireReachablePeople,
} from '../open-private-channel.js';
import type { PrivateCall } from '../private-channel-call.js';

/** What its two paths have in common. */
const CREATES_DM = {
  errors: [
    'CANNOT_MESSAGE_USER',
    'INVALID_ACCESS_TOKEN',
    'INVALID_RECIPIENT',
    'ONLY_BOTS',
    'TOO_MANY_GROUPS',
    'TOO_MANY_RECIPIENTS',
    'UNKNOWN_USER',
  ],
  method: 'POST',
  access: { scopes: [] },
  body: 'openPrivateChannel',
  status: 200,
  reply: ChannelSchema,
  fires: ['CHANNEL_CREATE'],
  needs: OPENS_PRIVATE_CHANNEL,
} as const;

/**
 * Private channels (docs/rest.md, Private channels). Applications cannot list or open them on behalf of a user, because
 * they show whom the user talks to.
 */
export const privateChannelOperations = [
  operation({
    name: 'Get user DMs',
    summary: 'Returns the open private channels of the caller.',
    method: 'GET',
    path: '/users/@me/channels',
    access: { scopes: [] },
    status: 200,
    reply: Type.Array(ChannelSchema),
    needs: ['privateChannels', 'users'],
    async handle({ caller: { user }, services, version }) {
      const channels = await services.privateChannels.openOf(user.id);
      return channels.map((channel) =>
        version.views.privateChannel({ channel, viewer: user.id, users: services.users }),
      );
    },
  }),
  operation({
    name: 'Create DM',
    summary: 'Opens a DM with a user, or creates a group.',
    path: '/users/@me/channels',
    ...CREATES_DM,
    async handle({ caller, readBody, services, version }) {
      const channel = await openPrivateChannel(services, caller, readBody());
      return version.views.privateChannel({ channel, viewer: caller.user.id, users: services.users });
    },
  }),
  operation({
    name: 'Create DM of user',
    summary: 'Does the same, for clients that send the id of the caller in the path.',
    path: '/users/{user.id}/channels',
    ...CREATES_DM,
    errors: [...CREATES_DM.errors, 'MISSING_ACCESS'],
    async handle({ caller, params, readBody, services, version }) {
      if (params.user_id !== caller.user.id) throw new RestError('MISSING_ACCESS');
      const channel = await openPrivateChannel(services, caller, readBody());
      return version.views.privateChannel({ channel, viewer: caller.user.id, users: services.users });
    },
  }),
  channelOperation({
    name: 'Group DM add recipient',
    summary: 'Adds a user to a group.',
    errors: [
      'CANNOT_MESSAGE_USER',
      'DM_CHANNEL',
      'INVALID_ACCESS_TOKEN',
      'TOO_MANY_GROUPS',
      'TOO_MANY_RECIPIENTS',
      'UNKNOWN_USER',
      'WRONG_CHANNEL_TYPE',
    ],
    method: 'PUT',
    path: '/channels/{channel.id}/recipients/{user.id}',
    access: { scopes: [] },
    body: 'addRecipient',
    status: 204,
    fires: ['CHANNEL_RECIPIENT_ADD', 'CHANNEL_CREATE', 'MESSAGE_CREATE'],
    needs: ['authentication', 'privateChannelStore', 'users'],
    handle: refuseInGuild,
    openToApplication: true,
    async handlePrivate(call) {
      const { caller, change, channel, services } = call;
      const body = call.readBody();
      const recipient = {
        user: await joiningUser(call, body.accessToken),
        author: toGuildUser(caller.user),
      };
      const isNew = channel.type === CHANNEL_TYPES.GROUP_DM && !channel.recipients.has(recipient.user.id);
      if (isNew) await requireFewerGroups(services, [recipient.user.id]);
      const nick = normalizeNick(body.nick);
      return change((channel, _actor, context) => addRecipient(channel, { ...recipient, nick }, context));
    },
  }),
  channelOperation({
    name: 'Group DM remove recipient',
    summary: 'Removes a user from a group.',
    errors: ['DM_CHANNEL', 'MISSING_PERMISSIONS', 'UNKNOWN_USER', 'WRONG_CHANNEL_TYPE'],
    method: 'DELETE',
    path: '/channels/{channel.id}/recipients/{user.id}',
    access: { scopes: [] },
    status: 204,
    fires: ['CHANNEL_RECIPIENT_REMOVE', 'CHANNEL_DELETE', 'CHANNEL_UPDATE', 'MESSAGE_CREATE'],
    needs: ['users'],
    handle: refuseInGuild,
    openToApplication: true,
    async handlePrivate({ caller, change, params, services }) {
      const user = toGuildUser(requireFound(await services.users.load(params.user_id), 'UNKNOWN_USER'));
      const removal = { user, author: toGuildUser(caller.user) };
      return change((channel, actor, context) => removeRecipient(channel, actor, removal, context));
    },
  }),
];

/** @throws {RestError} WRONG_CHANNEL_TYPE: channels of guilds have members */
function refuseInGuild(): never {
  throw new RestError('WRONG_CHANNEL_TYPE');
}

/**
 * The user who is added to a group: one who shares a guild with the caller or, if the caller is an application's bot,
 * one who granted the scope gdm.join.
 *
 * @throws {RestError} UNKNOWN_USER, CANNOT_MESSAGE_USER, INVALID_ACCESS_TOKEN
 */
async function joiningUser(
  {
    caller,
    params,
    services,
  }: Pick<
    PrivateCall<
      '/channels/{channel.id}/recipients/{user.id}',
      null,
      null,
      'authentication' | 'privateChannelStore' | 'users'
    >,
    'caller' | 'params' | 'services'
  >,
  accessToken: string | null,
) {
  if (caller.kind === 'bot') {
    const user = await consentedUser(
      services.authentication,
      caller,
      hashSecret(accessToken ?? ''),
      'gdm.join',
    );
    if (user.id !== params.user_id) throw new RestError('INVALID_ACCESS_TOKEN');
    return toGuildUser(user);
  }
  await requireReachablePeople(services, caller.user, [params.user_id]);
  return toGuildUser(requireFound(await services.users.load(params.user_id), 'UNKNOWN_USER'));
}

/** Get channel, for a private channel. */
export function showPrivateChannel({
  caller,
  channel,
  services,
  version,
}: PrivateCall<string, null, null, 'users'>): Channel {
  return version.views.privateChannel({ channel, viewer: caller.user.id, users: services.users });
}

/** Modify channel, for a private channel: name and image of a group. @throws {RestError | Refusal} */
export async function modifyPrivateChannel({
  readBody,
  caller,
  change,
  services,
  version,
}: PrivateCall<string, null, ModifiedAnyChannel, 'users'>): Promise<Channel> {
  const modified = {
    ...readBody().ofGroup(),
    author: toGuildUser(caller.user),
  };
  const channel = await change((before, _actor, context) => modifyGroup(before, modified, context));
  return version.views.privateChannel({ channel, viewer: caller.user.id, users: services.users });
}

/** Delete channel, for a private channel: closes a DM for the caller only, or leaves a group. */
export async function leavePrivateChannel({
  caller,
  channel,
  change,
  services,
  version,
}: PrivateCall<string, null, null, 'users'>): Promise<Channel> {
  const user = toGuildUser(caller.user);
  await change((now, actor, context) => leaveChannel(now, actor, user, context));
  return version.views.privateChannel({ channel, viewer: user.id, users: services.users });
}
