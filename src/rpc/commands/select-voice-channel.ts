import Type from 'typebox';
import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { TimeoutSchema } from '../../protocol/rpc/timeout.js';
import { Nullable } from '../../protocol/schema.js';
import { JoinTimedOutError } from '../../voice/errors.js';
import { channelToSelect } from '../channel-arrival.js';
import { command } from '../command.js';
import type { CommandContext } from '../context.js';
import { shownChannel } from '../views/shown-channel.js';

const VOICE = [CHANNEL_TYPES.GUILD_VOICE];

/** How long the service may take to let the person in where no timeout is given, in seconds. */
const USUAL_JOIN = 10;

/**
 * SELECT_VOICE_CHANNEL: joins a voice channel, or (null) leaves it. Somebody who is in another one is moved only with
 * `force`, which the application may send when the person has agreed (interface.md, RPC commands and States).
 */
export const selectVoiceChannel = command({
  cmd: 'SELECT_VOICE_CHANNEL',
  access: { scopes: ['rpc'] },
  args: Type.Object({
    channel_id: Nullable(Type.String()),
    timeout: TimeoutSchema,
    force: Type.Optional(Nullable(Type.Boolean())),
  }),
  data: Nullable(RpcChannelSchema),
  errors: ['INVALID_CHANNEL', 'SELECT_CHANNEL_TIMED_OUT', 'SELECT_VOICE_FORCE_REQUIRED'],
  async handle(context, { channel_id: id, timeout, force }) {
    if (id === null) {
      await join(context, null, USUAL_JOIN);
      return null;
    }
    const timedOut = rpcErrors.selectVoiceChannelTimedOut;
    const channel = await channelToSelect(context, id, VOICE, timeout ?? 0, timedOut);
    const current = context.voice.channel();
    if (current !== null && current.id !== channel.id && force !== true) {
      throw rpcErrors.selectVoiceForceRequired();
    }
    await join(context, channel, timeout || USUAL_JOIN);
    return shownChannel(context, channel);
  },
});

/** @param seconds how long to wait at most */
async function join(
  { session, voice }: CommandContext,
  channel: Channel | null,
  seconds: number,
): Promise<void> {
  try {
    await voice.select(channel, seconds * 1000, session.closed);
  } catch (error) {
    throw error instanceof JoinTimedOutError ? rpcErrors.selectVoiceChannelTimedOut() : error;
  }
}
