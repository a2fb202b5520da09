import { AUDIT_LOG_ACTIONS, type AuditLogAction } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import type { Actor, GuildState, Tools } from '../state.js';
import { AUDITED_FIELDS } from './audited-fields.js';
import { channelEntries } from './channel-entries.js';
import { differences } from './differences.js';
import type { AuditChange, AuditOptions } from './entry.js';
import { memberEntries } from './member-entries.js';

/** One thing that was done to a guild, before it is known who did it and why. */
export interface AuditedAction {
  readonly action: AuditLogAction;
  readonly targetId: Snowflake | null;
  readonly changes?: readonly AuditChange[];
  readonly options?: AuditOptions;
}

/** What is deleted together with something else, and therefore not told by itself. */
interface Together {
  readonly channels: ReadonlySet<Snowflake>;
  readonly roles: ReadonlySet<Snowflake>;
  readonly banned: ReadonlySet<Snowflake>;
}

/**
 * Completes a decision with what the audit log tells of it, so that both are kept or neither is.
 *
 * @param reason what the actor gave as the reason (rest-facts.md, Errors: X-Audit-Log-Reason)
 */
export function audited<Result>(
  guild: GuildState,
  actor: Actor,
  decision: Decision<Result>,
  reason: string | null,
  tools: Tools,
): Decision<Result> {
  const { changes } = decision;
  // A guild that is gone takes its log along.
  if (changes.some(({ kind }) => kind === 'guild-removed')) return decision;
  const together: Together = {
    channels: new Set(changes.flatMap((change) => (change.kind === 'channel-removed' ? change.id : []))),
    roles: new Set(changes.flatMap((change) => (change.kind === 'role-removed' ? change.id : []))),
    banned: new Set(changes.flatMap((change) => (change.kind === 'ban' ? change.ban.userId : []))),
  };
  const actions =
    decision.prunedDays === undefined
      ? [
          ...changes.flatMap((change) => actionsOf(guild, actor, change, together)),
          ...bulkDeleteActions(actor, decision.bulkDeleted),
        ]
      : pruneAction(changes, decision.prunedDays);
  if (actions.length === 0) return decision;
  const entries = actions.map(
    ({ action, targetId, changes: told = [], options = null }): GuildChange => ({
      kind: 'audit-entry',
      entry: {
        id: tools.nextId(),
        userId: actor.userId,
        action,
        targetId,
        changes: told,
        options,
        reason: reason ?? banReason(changes),
      },
    }),
  );
  return { ...decision, changes: [...changes, ...entries] };
}

function actionsOf(
  guild: GuildState,
  actor: Actor,
  change: GuildChange,
  together: Together,
): readonly AuditedAction[] {
  const A = AUDIT_LOG_ACTIONS;
  switch (change.kind) {
    case 'settings': {
      const changes = differences(guild.settings, change.settings, AUDITED_FIELDS.guild);
      return changes.length === 0 ? [] : [{ action: A.GUILD_UPDATE, targetId: guild.id, changes }];
    }
    case 'channel':
      return channelEntries(guild, change.channel);
    case 'channel-removed': {
      const changes = differences(guild.channels.get(change.id) ?? null, null, AUDITED_FIELDS.channel);
      return [{ action: A.CHANNEL_DELETE, targetId: change.id, changes }];
    }
    case 'role': {
      const before = guild.roles.get(change.role.id) ?? null;
      const changes = differences(before, change.role, AUDITED_FIELDS.role);
      const action = before === null ? A.ROLE_CREATE : A.ROLE_UPDATE;
      return changes.length === 0 ? [] : [{ action, targetId: change.role.id, changes }];
    }
    case 'role-removed': {
      const changes = differences(guild.roles.get(change.id) ?? null, null, AUDITED_FIELDS.role);
      return [{ action: A.ROLE_DELETE, targetId: change.id, changes }];
    }
    case 'member':
      return memberEntries(guild, change.member, together.roles);
    case 'member-removed': {
      const { userId } = change;
      const own = userId === actor.userId || together.banned.has(userId);
      return own ? [] : [{ action: A.MEMBER_KICK, targetId: userId }];
    }
    case 'ban':
      return [{ action: A.MEMBER_BAN_ADD, targetId: change.ban.userId }];
    case 'ban-removed':
      return [{ action: A.MEMBER_BAN_REMOVE, targetId: change.userId }];
    case 'invite': {
      // Whoever uses an invite changes it, which is nobody's administration.
      if (guild.invites.has(change.invite.code)) return [];
      const changes = differences(null, change.invite, AUDITED_FIELDS.invite);
      return [{ action: A.INVITE_CREATE, targetId: null, changes }];
    }
    case 'invite-removed': {
      const invite = guild.invites.get(change.code);
      if (change.isOver || invite === undefined || together.channels.has(invite.channelId)) return [];
      const changes = differences(invite, null, AUDITED_FIELDS.invite);
      return [{ action: A.INVITE_DELETE, targetId: null, changes }];
    }
    case 'emoji': {
      const before = guild.emojis.get(change.emoji.id) ?? null;
      const changes = differences(before, change.emoji, AUDITED_FIELDS.emoji);
      const action = before === null ? A.EMOJI_CREATE : A.EMOJI_UPDATE;
      return changes.length === 0 ? [] : [{ action, targetId: change.emoji.id, changes }];
    }
    case 'emoji-removed': {
      const changes = differences(guild.emojis.get(change.id) ?? null, null, AUDITED_FIELDS.emoji);
      return [{ action: A.EMOJI_DELETE, targetId: change.id, changes }];
    }
    case 'integration': {
      const before = guild.integrations.get(change.integration.id) ?? null;
      const changes = differences(before, change.integration, AUDITED_FIELDS.integration);
      const action = before === null ? A.INTEGRATION_CREATE : A.INTEGRATION_UPDATE;
      return changes.length === 0 ? [] : [{ action, targetId: change.integration.id, changes }];
    }
    case 'integration-removed':
      return [{ action: A.INTEGRATION_DELETE, targetId: change.id }];
    case 'message-removed': {
      // Whoever deletes what they wrote themselves administers nothing.
      if (change.authorId === actor.userId) return [];
      const options = { channelId: change.channelId, count: '1' };
      return [{ action: A.MESSAGE_DELETE, targetId: change.authorId, options }];
    }
    default:
      return [];
  }
}

/** One entry an author; deleting one's own messages is no moderation. */
function bulkDeleteActions(actor: Actor, deleted: Decision<unknown>['bulkDeleted']): AuditedAction[] {
  if (deleted === undefined) return [];
  return [...deleted.authors].flatMap(([targetId, count]) => {
    if (targetId === actor.userId) return [];
    const options = { channelId: deleted.channelId, count: String(count) };
    return [{ action: AUDIT_LOG_ACTIONS.MESSAGE_DELETE, targetId, options }];
  });
}

function pruneAction(changes: readonly GuildChange[], days: number): AuditedAction[] {
  const removed = changes.filter(({ kind }) => kind === 'member-removed').length;
  if (removed === 0) return [];
  const options = { deleteMemberDays: String(days), membersRemoved: String(removed) };
  return [{ action: AUDIT_LOG_ACTIONS.MEMBER_PRUNE, targetId: null, options }];
}

/** A ban says its reason itself. */
function banReason(changes: readonly GuildChange[]): string | null {
  for (const change of changes) if (change.kind === 'ban') return change.ban.reason;
  return null;
}
