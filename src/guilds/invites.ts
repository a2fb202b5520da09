import type { GuildInvite, GuildState } from './state.js';

/** Whether an invite has not expired; used-up ones are deleted. @param now milliseconds since the Unix epoch */
export function isLive(invite: GuildInvite, now: number): boolean {
  return invite.maxAge === 0 || now < invite.createdAt + invite.maxAge * 1000;
}

/** The guild's valid invites, oldest first, without the vanity url. */
export function liveInvites(guild: GuildState, now: number): GuildInvite[] {
  return [...guild.invites.values()].filter((invite) => !invite.vanity && isLive(invite, now));
}
