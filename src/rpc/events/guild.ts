import Type from 'typebox';
import type { ChatState, GuildView } from '../../client/chat/state.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { PartialGuildSchema } from '../../protocol/rpc/guild.js';
import { Nullable } from '../../protocol/schema.js';
import type { RpcContext } from '../context.js';
import { event } from '../subscriptions/event.js';
import { toIconUrl } from '../views/guild.js';

export const guildCreate = event({
  name: 'GUILD_CREATE',
  summary: 'The person created or joined a guild.',
  access: { scopes: ['rpc'] },
  errors: [],
  args: Type.Object({}),
  data: PartialGuildSchema,
  sources: ['guildCreate'],
  // Guilds that were there all along also "arrive", at sign-in and after a reconnect.
  subscription: ({ joined }) => (joined ? {} : null),
  dispatch: (_context, { guild }) => ({ id: guild.id, name: guild.name }),
});

export const guildStatus = event({
  name: 'GUILD_STATUS',
  summary: 'The subscribed guild or the number of its online members changed.',
  access: { scopes: ['rpc'] },
  errors: ['INVALID_GUILD'],
  args: Type.Object({ guild_id: Type.String() }),
  data: Type.Object({
    guild: Type.Object({ id: Type.String(), name: Type.String(), icon_url: Nullable(Type.String()) }),
    online: Type.Integer(),
  }),
  sources: ['guildUpdate'],
  check({ client }, { guild_id: id }) {
    requireGuild(client.state, id);
  },
  current: (context, { guild_id: id }) => toGuildStatus(context, requireGuild(context.client.state, id)),
  subscription: ({ guild }) => ({ guild_id: guild.id }),
  dispatch: (context, { guild }) => toGuildStatus(context, guild),
});

/** @throws {RpcError} 4003 */
function requireGuild(state: ChatState, id: string): GuildView {
  const guild = state.guild(id);
  if (guild === undefined) throw rpcErrors.invalidGuild(id.slice(0, 64));
  return guild;
}

function toGuildStatus(context: RpcContext, guild: GuildView) {
  const { id, name, presences } = guild;
  return { guild: { id, name, icon_url: toIconUrl(context, guild) }, online: presences.size };
}
