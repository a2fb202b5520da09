import Type from 'typebox';
import { type Channel, ChannelSchema } from '../../../protocol/objects/channel.js';
import { OpenPrivateChannelBody } from '../../../protocol/rest/private-channel-bodies.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { Caller } from '../../caller.js';
import { dmKey, type PrivateChannel } from '../../private-channels/private-channel.js';
import { toPrivateChannelView } from '../../private-channels/private-channel-view.js';
import { closeDm } from '../../private-channels/rules/close-dm.js';
import { createDm, reopenDm } from '../../private-channels/rules/open-dm.js';
import type { Services } from '../../services.js';
import { found, toolsOf } from '../guild-operation.js';
import { operation } from '../operation.js';
import type { PrivateCall } from '../private-channel-call.js';
import { RestError } from '../rest-error.js';

/** Private channels (docs/rest.md, Private channels). Whom people talk to is theirs: no application lists or opens them. */
export const privateChannelOperations = [
  operation({
    name: 'Get user DMs',
    method: 'GET',
    path: '/users/@me/channels',
    scopes: [],
    status: 200,
    reply: Type.Array(ChannelSchema),
    async handle({ caller: { user }, services }) {
      const channels = await services.privateChannels.openOf(user.id);
      return channels.map((channel) => toPrivateChannelView(channel, user.id, services.users));
    },
  }),
  operation({
    name: 'Create DM',
    method: 'POST',
    path: '/users/@me/channels',
    scopes: [],
    body: OpenPrivateChannelBody,
    status: 200,
    reply: ChannelSchema,
    fires: ['CHANNEL_CREATE'],
    async handle({ caller, body, services }) {
      const partner = found(body.recipient_id ?? body.recipients?.[0], 'INVALID_RECIPIENT');
      const channel = await openDm(services, caller, partner);
      return toPrivateChannelView(channel, caller.user.id, services.users);
    },
  }),
];

/** Get channel, for a private one. */
export function showPrivateChannel({ caller, channel, services }: PrivateCall<string>): Channel {
  return toPrivateChannelView(channel, caller.user.id, services.users);
}

/** Delete channel, for a private one: closes it for the caller alone. */
export async function leavePrivateChannel({
  caller,
  change,
  services,
}: PrivateCall<string>): Promise<Channel> {
  const closed = await change((channel, { userId }) => closeDm(channel, userId));
  return toPrivateChannelView(closed, caller.user.id, services.users);
}

/**
 * The DM of the caller with another user, which is in the caller's list afterwards.
 *
 * @throws {RestError} UNKNOWN_USER; CANNOT_MESSAGE_USER for oneself, between bots, and for a new DM without a shared guild
 */
async function openDm(services: Services, { user }: Caller, partnerId: Snowflake): Promise<PrivateChannel> {
  const { locks, privateChannels, store, users } = services;
  const partner = found(await users.load(partnerId), 'UNKNOWN_USER');
  if (partner.id === user.id || (partner.bot && user.bot)) throw new RestError('CANNOT_MESSAGE_USER');
  const key = dmKey([user.id, partner.id]);
  return locks.run(`dm ${key}`, async () => {
    const existing = await store.privateChannels.idOfDm(key);
    if (existing !== null) {
      return privateChannels.change(existing, (channel) =>
        reopenDm(found(channel, 'UNKNOWN_CHANNEL'), user.id),
      );
    }
    const shared = await store.privateChannels.sharingGuild(user.id, [partner.id]);
    if (!shared.has(partner.id)) throw new RestError('CANNOT_MESSAGE_USER');
    return privateChannels.create(createDm(user.id, partner.id, toolsOf(services)));
  });
}
