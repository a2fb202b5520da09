import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { changedRoles, requireFieldPermissions } from '../member-fields.js';
import { memberJoined } from '../member-joined.js';
import { normalizeNick } from '../names.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildMember, GuildState, RuleContext } from '../state.js';

/** What a new member may be given. */
export interface NewMember {
  readonly nick?: string | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
}

/**
 * Makes a user a member (docs/rest.md, Add guild member). That the user agreed, with an access
 * token, is for the caller to see to.
 *
 * @returns the new member, or null if the user is one already, who then stays as is
 * @throws {Refusal} USER_BANNED, or for a field as Modify guild member does
 */
export function addMember(
  guild: GuildState,
  actor: Actor,
  userId: Snowflake,
  input: NewMember,
  context: RuleContext,
): Decision<GuildMember | null> {
  const acting = requireMember(guild, actor);
  if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
  if (guild.bans.has(userId)) throw new Refusal('USER_BANNED');
  requireFieldPermissions(guild, actor, input);
  const member: GuildMember = {
    userId,
    nick: normalizeNick(input.nick),
    roles: changedRoles(guild, acting, [], input.roles ?? []),
    joinedAt: context.now,
    deaf: input.deaf ?? false,
    mute: input.mute ?? false,
  };
  return { result: member, ...memberJoined(guild, member, context) };
}
