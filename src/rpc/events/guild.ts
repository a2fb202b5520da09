import Type from 'typebox';
import { STATUSES } from '../../protocol/objects/presence.js';
import { rpcErrors } from '../../protocol/rpc/errors.js';
import { PartialGuildSchema } from '../../protocol/rpc/guild.js';
import { Nullable } from '../../protocol/schema.js';
import { event } from '../event.js';
import { toIconUrl } from '../views/guild.js';

/** GUILD_CREATE: the person created or joined a guild. */
export const guildCreate = event({
  evt: 'GUILD_CREATE',
  scopes: ['rpc'],
  args: Type.Object({}),
  data: PartialGuildSchema,
  sources: ['guildCreate'],
  // Guilds that were there all along also "arrive", at sign-in and after a reconnect.
  subscription: ({ joined }) => (joined ? {} : null),
  dispatch: (_context, { guild }) => ({ id: guild.id, name: guild.name }),
});

/** GUILD_STATUS: the subscribed guild changed, or how many of its members are online. */
export const guildStatus = event({
  evt: 'GUILD_STATUS',
  scopes: ['rpc'],
  args: Type.Object({ guild_id: Type.String() }),
  data: Type.Object({
    guild: Type.Object({ id: Type.String(), name: Type.String(), icon_url: Nullable(Type.String()) }),
    online: Type.Integer(),
  }),
  sources: ['guildUpdate'],
  check({ client }, { guild_id: id }) {
    if (client.state.guild(id) === undefined) throw rpcErrors.invalidGuild(id.slice(0, 64));
  },
  subscription: ({ guild }) => ({ guild_id: guild.id }),
  dispatch(context, { guild }) {
    let online = 0;
    for (const { status } of guild.presences.values()) if (status !== STATUSES.OFFLINE) online += 1;
    return { guild: { id: guild.id, name: guild.name, icon_url: toIconUrl(context, guild) }, online };
  },
});
