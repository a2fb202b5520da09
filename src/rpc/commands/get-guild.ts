import Type from 'typebox';
import type { GuildView } from '../../client/chat/state.js';
import { type RpcError, rpcErrors } from '../../protocol/rpc/errors.js';
import { RpcGuildSchema } from '../../protocol/rpc/guild.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import type { CommandContext } from '../context.js';
import { command } from '../dispatch/command.js';
import { TimeoutSchema, waitFor } from '../dispatch/wait-for.js';
import { toRpcGuild } from '../views/guild.js';

/** Guilds with at most this many members are answered at once. */
const FEW_MEMBERS = 100;

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
    if (guild !== undefined) return toReply(context, guild);
    if (!isSnowflake(id) || !timeout) return invalidGuild(id);
    const timedOut = rpcErrors.getGuildTimedOut;
    return toReply(context, await waitFor(context, { look, after: ['guildCreate'], timeout, timedOut }));
  },
});

/** Many members make a long reply. */
function toReply(context: CommandContext, guild: GuildView) {
  if (guild.members.size <= FEW_MEMBERS) return toRpcGuild(context, guild);
  const { client, replyTurns, session } = context;
  return replyTurns.run(session, () => {
    // It may be gone when its turn has come.
    const found = client.state.guild(guild.id);
    return found === undefined ? invalidGuild(guild.id) : toRpcGuild(context, found);
  });
}

function invalidGuild(id: string): RpcError {
  return rpcErrors.invalidGuild(id.slice(0, 64));
}
