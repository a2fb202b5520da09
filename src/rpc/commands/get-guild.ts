import Type from 'typebox';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { RpcGuildSchema } from '../../protocol/rpc/guild.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { command } from '../command.js';
import { toRpcGuild } from '../views/guild.js';
import { TimeoutSchema, waitFor } from '../wait-for.js';

export const getGuild = command({
  name: 'GET_GUILD',
  summary: 'Returns one guild with its members.',
  details: 'With a `timeout` it waits for a guild that has not arrived yet.',
  access: { scopes: ['rpc'] },
  args: Type.Object({ guild_id: Type.String(), timeout: TimeoutSchema }),
  data: RpcGuildSchema,
  errors: ['INVALID_GUILD', 'GET_GUILD_TIMED_OUT'],
  async handle(context, { guild_id: id, timeout }) {
    const look = () => context.client.state.guild(id);
    const guild = look();
    if (guild !== undefined) return toRpcGuild(context, guild);
    if (!isSnowflake(id) || !timeout) return rpcErrors.invalidGuild(id.slice(0, 64));
    const timedOut = rpcErrors.getGuildTimedOut;
    return toRpcGuild(context, await waitFor(context, { look, after: ['guildCreate'], timeout, timedOut }));
  },
});
