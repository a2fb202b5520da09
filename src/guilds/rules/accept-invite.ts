import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { memberJoined } from '../member-joined.js';
import { Refusal } from '../refusal.js';
import { inviteRule } from '../rule.js';
import type { GuildInvite, GuildMember } from '../state.js';

/** Facts about the actor outside the guild. */
export interface Acceptance {
  /** whether the actor may join another guild */
  readonly hasRoom: boolean;
}

/**
 * Adds a user by an invite, which is counted and deleted with its last use (docs/rest.md, invites). For a member
 * nothing changes and nothing is counted.
 *
 * @throws {Refusal} USER_BANNED, TOO_MANY_GUILDS
 */
export const acceptInvite = inviteRule({
  permission: null,
  decide(context, { hasRoom }: Acceptance): Decision<null> {
    const { guild, invite, now } = context;
    const { userId } = context.actor;
    if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
    if (!hasRoom) throw new Refusal('TOO_MANY_GUILDS');
    if (guild.bans.has(userId)) throw new Refusal('USER_BANNED');
    const member: GuildMember = {
      userId,
      nick: null,
      roles: [],
      joinedAt: now,
      deaf: false,
      mute: false,
    };
    const { changes, events } = memberJoined(guild, member, context);
    const temporary: GuildChange[] = invite.temporary ? [{ kind: 'temporary-member', userId }] : [];
    return { result: null, changes: [...changes, ...temporary, used(invite)], events };
  },
});

function used(invite: GuildInvite): GuildChange {
  const uses = invite.uses + 1;
  const isLast = invite.maxUses !== 0 && uses >= invite.maxUses;
  return isLast
    ? { kind: 'invite-removed', code: invite.code }
    : { kind: 'invite', invite: { ...invite, uses } };
}
