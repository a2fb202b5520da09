import { partnerOf } from '../../guilds/private-channels/private-channel.js';
import { RestError } from '../core/rest-error.js';
import type { OperationServices } from './operation-services.js';
import type { InPrivateChannel } from './private-channel-call.js';

type ReachingCall = Pick<InPrivateChannel, 'caller' | 'channel'> & {
  readonly services: Pick<OperationServices, 'privateChannelStore'>;
};

/** Whether a message of the caller would be accepted: in a DM, whether both users still share a guild. */
export async function isReachable({ caller, channel, services }: ReachingCall): Promise<boolean> {
  const userId = caller.user.id;
  const partner = partnerOf(channel, userId);
  if (partner === null) return true;
  return (await services.privateChannelStore.sharingGuild(userId, [partner])).has(partner);
}

/**
 * Checks that the caller may do what the other user of a DM is notified of, as with a new message.
 *
 * @throws {RestError} CANNOT_MESSAGE_USER
 */
export async function requireReachable(call: ReachingCall): Promise<void> {
  if (!(await isReachable(call))) throw new RestError('CANNOT_MESSAGE_USER');
}
