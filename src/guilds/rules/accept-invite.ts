import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { memberJoined } from '../member-joined.js';
import { Refusal } from '../refusal.js';
import type { GuildInvite, GuildMember, GuildState, RuleContext } from '../state.js';

/**
 * Lets a user in by an invite, which counts it and goes with its last use (docs/rest.md, invites).
 * A member stays as is, and nothing is counted.
 *
 * @throws {Refusal} USER_BANNED
 */
export function acceptInvite(
  guild: GuildState,
  userId: Snowflake,
  invite: GuildInvite,
  context: RuleContext,
): Decision<null> {
  if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
  if (guild.bans.has(userId)) throw new Refusal('USER_BANNED');
  const member: GuildMember = {
    userId,
    nick: null,
    roles: [],
    joinedAt: context.now,
    deaf: false,
    mute: false,
  };
  const { changes, events } = memberJoined(guild, member, context);
  const temporary: GuildChange[] = invite.temporary ? [{ kind: 'temporary-member', userId }] : [];
  return { result: null, changes: [...changes, ...temporary, used(invite)], events };
}

function used(invite: GuildInvite): GuildChange {
  const uses = invite.uses + 1;
  const isLast = invite.maxUses !== 0 && uses >= invite.maxUses;
  return isLast
    ? { kind: 'invite-removed', code: invite.code }
    : { kind: 'invite', invite: { ...invite, uses } };
}
