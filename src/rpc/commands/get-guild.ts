import Type from 'typebox';
import type { ChatClient } from '../../client/client.js';
import type { GuildView } from '../../client/state.js';
import type { Clock } from '../../platform/clock.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { RpcGuildSchema } from '../../protocol/rpc/guild.js';
import { TimeoutSchema } from '../../protocol/rpc/timeout.js';
import { isSnowflake, type Snowflake } from '../../protocol/snowflake.js';
import { command } from '../command.js';
import { rpcGuild } from '../views/guild.js';

/** GET_GUILD: one guild with its members; with a timeout it waits for a guild that has not arrived yet. */
export const getGuild = command({
  cmd: 'GET_GUILD',
  access: { scopes: ['rpc'] },
  args: Type.Object({ guild_id: Type.String(), timeout: TimeoutSchema }),
  data: RpcGuildSchema,
  errors: ['INVALID_GUILD', 'GET_GUILD_TIMED_OUT'],
  handle(context, { guild_id: id, timeout }) {
    const guild = context.client.state.guild(id);
    if (guild !== undefined) return rpcGuild(context, guild);
    if (!isSnowflake(id) || !timeout) throw rpcErrors.invalidGuild(id.slice(0, 64));
    return arrival(context.client, context.clock, id, timeout, context.session.closed).then((arrived) =>
      rpcGuild(context, arrived),
    );
  },
});

/** @param timeout seconds */
function arrival(
  client: ChatClient,
  clock: Clock,
  id: Snowflake,
  timeout: number,
  signal: AbortSignal,
): Promise<GuildView> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void) => () => {
      unsubscribe();
      cancel();
      signal.removeEventListener('abort', giveUp);
      how();
    };
    const giveUp = settle(() => reject(rpcErrors.getGuildTimedOut()));
    const cancel = clock.after(timeout * 1000, giveUp);
    const unsubscribe = client.on('guildCreate', ({ guild }) => {
      if (guild.id === id) settle(() => resolve(guild))();
    });
    signal.addEventListener('abort', giveUp, { once: true });
  });
}
