import Type from 'typebox';
import type { GuildView } from '../../client/state.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { RpcGuildSchema } from '../../protocol/rpc/guild.js';
import { isSnowflake } from '../../protocol/snowflake.js';
import { command } from '../command.js';
import type { CommandContext } from '../context.js';
import { toRpcGuild } from '../views/guild.js';
import { TimeoutSchema, waitFor } from '../wait-for.js';

/** Up to so many members no reply is long. */
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
    if (!isSnowflake(id) || !timeout) return rpcErrors.invalidGuild(id.slice(0, 64));
    const timedOut = rpcErrors.getGuildTimedOut;
    return toReply(context, await waitFor(context, { look, after: ['guildCreate'], timeout, timedOut }));
  },
});

/** Many members make a long reply. */
function toReply(context: CommandContext, guild: GuildView) {
  if (guild.members.size <= FEW_MEMBERS) return toRpcGuild(context, guild);
  const { replyTurns, session } = context;
  return replyTurns.run(
    session.application.id,
    () => guild,
    (found) => toRpcGuild(context, found),
  );
}
