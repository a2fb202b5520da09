import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildMember, GuildState } from '../state.js';
import type { AuditedAction } from './audit-entries.js';
import { AUDITED_FIELDS } from './audited-fields.js';
import { differences } from './differences.js';

/**
 * What the log tells of a member that was changed; joining is no change of a member.
 *
 * @param removedRoles roles that are deleted at the same time: losing them goes without saying
 */
export function memberEntries(
  guild: GuildState,
  member: GuildMember,
  removedRoles: ReadonlySet<Snowflake>,
): AuditedAction[] {
  const before = guild.members.get(member.userId);
  if (before === undefined) return [];
  const entries: AuditedAction[] = [];
  const targetId = member.userId;
  const changes = differences(before, member, AUDITED_FIELDS.member);
  if (changes.length > 0) entries.push({ action: AUDIT_LOG_ACTIONS.MEMBER_UPDATE, targetId, changes });
  const named = (ids: readonly Snowflake[]) =>
    ids.map((id) => ({ id, name: guild.roles.get(id)?.name ?? '' }));
  const added = member.roles.filter((id) => !before.roles.includes(id));
  const removed = before.roles.filter((id) => !member.roles.includes(id) && !removedRoles.has(id));
  const roles = [
    ...(added.length > 0 ? [{ field: '$add', after: named(added) }] : []),
    ...(removed.length > 0 ? [{ field: '$remove', after: named(removed) }] : []),
  ];
  if (roles.length > 0) {
    entries.push({ action: AUDIT_LOG_ACTIONS.MEMBER_ROLE_UPDATE, targetId, changes: roles });
  }
  return entries;
}
