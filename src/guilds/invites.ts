import type { FullInvite, Invite } from '../protocol/objects/invite.js';
import { timestamp } from '../protocol/timestamp.js';
import type { GuildInvite, GuildState } from './state.js';

/** Whether an invite still lets in; used-up ones are gone. @param now milliseconds since the Unix epoch */
export function isLive(invite: GuildInvite, now: number): boolean {
  return invite.max_age === 0 || now < invite.created_at + invite.max_age * 1000;
}

/** The guild's invites that let in, oldest first, without the vanity url. */
export function liveInvites(guild: GuildState, now: number): GuildInvite[] {
  return [...guild.invites.values()].filter((invite) => !invite.vanity && isLive(invite, now));
}

/** An invite as everybody may see it (rest-facts.md, Objects). */
export function inviteToWire(guild: GuildState, invite: GuildInvite): Invite {
  const { name, splash, icon } = guild.settings;
  const channel = guild.channels.get(invite.channel_id);
  return {
    code: invite.code,
    guild: { id: guild.id, name, splash, icon },
    channel: { id: invite.channel_id, name: channel?.name ?? '', type: channel?.type ?? 0 },
  };
}

/** An invite with its metadata. */
export function fullInviteToWire(guild: GuildState, invite: GuildInvite): FullInvite {
  const { uses, max_uses, max_age, temporary, inviter_id } = invite;
  const inviter = inviter_id === null ? undefined : guild.users.get(inviter_id);
  return {
    ...inviteToWire(guild, invite),
    ...(inviter && { inviter }),
    uses,
    max_uses,
    max_age,
    temporary,
    created_at: timestamp(invite.created_at),
    revoked: false,
  };
}
