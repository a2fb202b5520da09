import type { GuildView } from '../../client/chat/state.js';
import { STATUSES } from '../../protocol/objects/presence.js';
import type { RpcContext } from '../context.js';
import { toRpcUser } from './user.js';

/** The reply of GET_GUILD. */
export function toRpcGuild(context: RpcContext, guild: GuildView) {
  return {
    id: guild.id,
    name: guild.name,
    icon_url: toIconUrl(context, guild),
    members: [...guild.members.values()].map(({ user }) => {
      const presence = guild.presences.get(user.id);
      return {
        user: toRpcUser(user),
        status: presence?.status ?? STATUSES.OFFLINE,
        activity: presence?.game ?? null,
      };
    }),
  };
}

/** The URL of a guild's icon, or null if it has none. */
export function toIconUrl({ cdnUrl }: RpcContext, guild: GuildView): string | null {
  return guild.icon === null ? null : `${cdnUrl}/icons/${guild.id}/${guild.icon}.jpg`;
}
