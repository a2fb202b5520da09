import Type from 'typebox';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { RpcChannelSchema } from '../../protocol/rpc/channel.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { Nullable } from '../../protocol/schema.js';
import { command } from '../dispatch/command.js';
import { findChannelToSelect, TimeoutSchema } from '../dispatch/wait-for.js';
import { toVisibleChannel } from '../views/channel.js';

const TEXT = [CHANNEL_TYPES.GUILD_TEXT, CHANNEL_TYPES.DM, CHANNEL_TYPES.GROUP_DM];

export const selectTextChannel = command({
  name: 'SELECT_TEXT_CHANNEL',
  summary: 'Shows a text channel in the client, or none if `channel_id` is null.',
  access: { scopes: ['rpc'] },
  args: Type.Object({ channel_id: Nullable(Type.String()), timeout: TimeoutSchema }),
  data: Nullable(RpcChannelSchema),
  errors: ['INVALID_CHANNEL', 'SELECT_CHANNEL_TIMED_OUT'],
  async handle(context, { channel_id: id, timeout }) {
    const select = context.client.requestTextChannel();
    if (id === null) {
      select(null);
      return null;
    }
    const channel = await findChannelToSelect(context, id, {
      types: TEXT,
      timeout: timeout ?? 0,
      timedOut: rpcErrors.selectTextChannelTimedOut,
    });
    // A command that came later was carried out while this one waited for its channel.
    if (!select(channel.id)) throw rpcErrors.selectTextChannelTimedOut();
    return toVisibleChannel(context, channel);
  },
});
