import type { Snowflake } from '../../protocol/snowflake.js';
import { roleActions } from '../audit-log/actions.js';
import { combineEffects, type Decision } from '../events.js';
import { isAboveRole } from '../hierarchy.js';
import { memberJoined, memberUpdate } from '../member-events.js';
import { NAME_LENGTHS } from '../names.js';
import { guildPermissions } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { botRoleOf } from '../removal.js';
import { guildRule } from '../rule.js';
import type { GuildMember, GuildRole, GuildState } from '../state.js';
import { newRole } from './roles.js';

/** A bot to add to a guild. */
export interface AddedBot {
  readonly userId: Snowflake;
  /** the name of the application, used for its role */
  readonly name: string;
  /** the requested permissions, as bits of `PERMISSIONS` */
  readonly permissions: number;
}

/**
 * Adds a bot to a guild with a managed role of its own (docs/rest.md, Adding a bot). The role gets the permissions that
 * were asked for and that the acting member has. A bot that is a member already gets the new permissions.
 *
 * @throws {Refusal} MISSING_ACCESS, MISSING_PERMISSIONS without MANAGE_GUILD or above whom the role is, USER_BANNED,
 *   TWO_FACTOR_REQUIRED, TOO_MANY_ROLES
 * @returns the permissions of the bot's role
 */
export const addBot = guildRule({
  permission: 'MANAGE_GUILD',
  decide(context, bot: AddedBot): Decision<number> {
    const { guild, member: acting, now } = context;
    if (guild.bans.has(bot.userId)) throw new Refusal('USER_BANNED');
    const permissions = bot.permissions & guildPermissions(guild, acting);
    const member = guild.members.get(bot.userId);
    const role = botRoleOf(guild, bot.userId);
    if (role !== undefined) return updateRole(guild, acting, role, bot.permissions);
    const made = newRole(
      guild,
      {
        name: [...bot.name].slice(0, NAME_LENGTHS.role.most).join(''),
        color: 0,
        hoist: false,
        permissions,
        managed: true,
        mentionable: false,
      },
      context,
      // A joining bot receives its role with the guild.
      member === undefined ? bot.userId : undefined,
    );
    const roles = [...(member?.roles ?? []), made.role.id];
    const joined =
      member === undefined
        ? memberJoined(guild, newMember(bot.userId, roles, now), context)
        : memberUpdate(guild, member, { ...member, roles });
    return { result: permissions, ...combineEffects(made, joined) };
  },
});

function newMember(userId: Snowflake, roles: readonly Snowflake[], joinedAt: number): GuildMember {
  return { userId, nick: null, roles, joinedAt, deaf: false, mute: false };
}

/** Existing permissions of the role may stay; the acting member must have new ones. */
function updateRole(
  guild: GuildState,
  acting: GuildMember,
  before: GuildRole,
  asked: number,
): Decision<number> {
  const permissions = asked & (guildPermissions(guild, acting) | before.permissions);
  if (permissions === before.permissions) return { result: permissions, changes: [], events: [] };
  if (!isAboveRole(guild, acting, before)) throw new Refusal('MISSING_PERMISSIONS');
  const role = { ...before, permissions };
  return {
    result: permissions,
    changes: [{ kind: 'role', role }],
    events: [{ type: 'roleUpdated', role }],
    audit: roleActions(before, role),
  };
}
