import Type from 'typebox';
import { CHANNEL_TYPES, type Channel } from '../../protocol/objects/channel.js';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { TimeoutSchema } from '../../protocol/rpc/timeout.js';
import { Nullable } from '../../protocol/schema.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { command } from '../command.js';
import type { CommandContext } from '../context.js';
import { shownChannel } from '../views/shown-channel.js';
import { waitFor } from '../wait-for.js';

/** SELECT_TEXT_CHANNEL: shows a text channel in the client, or (null) none (interface.md, RPC commands). */
export const selectTextChannel = command({
  cmd: 'SELECT_TEXT_CHANNEL',
  access: { scopes: ['rpc'] },
  args: Type.Object({ channel_id: Nullable(Type.String()), timeout: TimeoutSchema }),
  data: Nullable(RpcChannelSchema),
  errors: ['INVALID_CHANNEL', 'SELECT_CHANNEL_TIMED_OUT'],
  async handle(context, { channel_id: id, timeout }) {
    if (id === null) {
      context.client.selectTextChannel(null);
      return null;
    }
    const channel = await textChannel(context, id, timeout ?? 0);
    context.client.selectTextChannel(channel.id);
    return shownChannel(context, channel);
  },
});

async function textChannel(context: CommandContext, id: string, timeout: number): Promise<Channel> {
  const look = () => context.client.state.channel(id);
  const invalid = rpcErrors.invalidChannel(id.slice(0, 64));
  if (look() === undefined && (!isSnowflake(id) || timeout === 0)) throw invalid;
  const after = ['guildCreate', 'channelCreate'] as const;
  const timedOut = rpcErrors.selectTextChannelTimedOut;
  const channel = look() ?? (await waitFor(context, { look, after, timeout, timedOut }));
  if (channel.type === CHANNEL_TYPES.GUILD_VOICE || channel.type === CHANNEL_TYPES.GUILD_CATEGORY)
    throw invalid;
  return channel;
}
