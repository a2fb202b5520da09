import type { GuildInvite, GuildState } from './state.js';

/** Whether an invite has not expired; used-up ones are deleted. @param now milliseconds since the Unix epoch */
export function isLive(invite: GuildInvite, now: number): boolean {
  return invite.maxAge === 0 || now < invite.createdAt + invite.maxAge * 1000;
}

/** Whether an invite is valid: it has not expired and, for a vanity url, the guild has the feature. */
export function isUsable(guild: GuildState, invite: GuildInvite, now: number): boolean {
  return isLive(invite, now) && (!invite.vanity || guild.settings.features.includes('VANITY_URL'));
}

/** The guild's valid invites, oldest first, without the vanity url. */
export function liveInvites(guild: GuildState, now: number): GuildInvite[] {
  return [...guild.invites.values()].filter((invite) => !invite.vanity && isLive(invite, now));
}
