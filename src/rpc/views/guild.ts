import type { GuildView } from '../../client/state.js';
import { STATUSES } from '../../protocol/objects/presence.js';
import type { RpcContext } from '../context.js';
import { rpcUser } from './user.js';

/** Reply of GET_GUILD. */
export function rpcGuild(context: RpcContext, guild: GuildView) {
  return {
    id: guild.id,
    name: guild.name,
    icon_url: iconUrl(context, guild),
    members: [...guild.members.values()].map(({ user }) => {
      const presence = guild.presences.get(user.id);
      return {
        user: rpcUser(user),
        status: presence?.status ?? STATUSES.OFFLINE,
        activity: presence?.game ?? null,
      };
    }),
  };
}

/** Where a guild's icon is to be had, or null if it has none. */
export function iconUrl({ cdnUrl }: RpcContext, guild: GuildView): string | null {
  return guild.icon === null ? null : `${cdnUrl}/icons/${guild.id}/${guild.icon}.jpg`;
}
