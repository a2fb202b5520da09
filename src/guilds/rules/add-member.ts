import type { Snowflake } from '../../protocol/snowflake.js';
import type { Decision } from '../events.js';
import { changedRoles, requireFieldPermissions } from '../member-fields.js';
import { memberJoined } from '../member-joined.js';
import { normalizeNick } from '../names.js';
import { Refusal } from '../refusal.js';
import { guildRule } from '../rule.js';
import type { GuildMember } from '../state.js';

/** A user to add, with the input of a new member. */
export interface NewMember {
  readonly userId: Snowflake;
  readonly nick?: string | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
}

/**
 * Adds a user (docs/rest.md, Add guild member). The caller checks that the user agreed.
 *
 * @returns the new member, or null if the user is already one, who stays unchanged
 * @throws {Refusal} USER_BANNED, or for a field like Modify guild member
 */
export const addMember = guildRule({
  permission: 'CREATE_INSTANT_INVITE',
  decide(context, { userId, ...input }: NewMember): Decision<GuildMember | null> {
    const { guild, actor, member: acting, now } = context;
    if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
    if (guild.bans.has(userId)) throw new Refusal('USER_BANNED');
    requireFieldPermissions(guild, actor, input);
    const member: GuildMember = {
      userId,
      nick: normalizeNick(input.nick),
      roles: changedRoles(guild, acting, [], input.roles ?? []),
      joinedAt: now,
      deaf: input.deaf ?? false,
      mute: input.mute ?? false,
    };
    return { result: member, ...memberJoined(guild, member, context) };
  },
});
