import { AUDIT_LOG_ACTIONS } from '../protocol/objects/audit-log.js';
import { roleActions } from './audit-log/actions.js';
import type { AuditedAction } from './audit-log/entry.js';
import { botRoleOf } from './bot-role.js';
import { combineEffects, type Effects } from './events.js';
import { removeOverwrites } from './overwrite-removal.js';
import { type GuildMember, type GuildState, userOf } from './state.js';

/**
 * Removes members with their overwrites and the managed roles of bots; `endVoiceStates` handles voice states. Their
 * messages stay.
 *
 * @param audit audit log actions
 */
export function removeMembers(
  guild: GuildState,
  members: readonly GuildMember[],
  audit: readonly AuditedAction[] = [],
): Effects {
  const gone = new Set(members.map(({ userId }) => userId));
  const botRoles = [...gone].flatMap((userId) => botRoleOf(guild, userId) ?? []);
  const overwrites = removeOverwrites(guild, {
    members: gone,
    roles: new Set(botRoles.map(({ id }) => id)),
  });
  return combineEffects(
    overwrites,
    {
      changes: [...gone].map((userId) => ({ kind: 'member-removed', userId })),
      events: [...gone].flatMap((userId) => [
        { type: 'memberLeft', user: userOf(guild, userId) },
        { type: 'guildLeft', userId },
      ]),
      audit,
    },
    {
      changes: botRoles.map(({ id }) => ({ kind: 'role-removed', id })),
      events: botRoles.map(({ id }) => ({ type: 'roleDeleted', roleId: id })),
      audit: botRoles.flatMap((role) => roleActions(role, null)),
    },
  );
}

/** Kicks members. */
export function kickMembers(guild: GuildState, members: readonly GuildMember[]): Effects {
  const action = AUDIT_LOG_ACTIONS.MEMBER_KICK;
  return removeMembers(
    guild,
    members,
    members.map(({ userId }) => ({ action, targetId: userId })),
  );
}
