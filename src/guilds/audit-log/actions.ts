import { isDeepStrictEqual } from 'node:util';
import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { byTarget } from '../overwrites.js';
import type {
  Actor,
  GuildChannel,
  GuildEmoji,
  GuildIntegration,
  GuildInvite,
  GuildMember,
  GuildRole,
  GuildSettings,
  GuildState,
} from '../state.js';
import { AUDITED_FIELDS } from './audited-fields.js';
import type { AuditChange, AuditedAction } from './entry.js';

/**
 * Audit log actions stated by rules (docs/rest.md, Get guild audit log). Each function returns the actions for one
 * object that is created (`before` null), changed, or deleted (`after` null); none if no audited field differs.
 */

const A = AUDIT_LOG_ACTIONS;

export function guildActions({ id, settings }: GuildState, after: GuildSettings): AuditedAction[] {
  const changes = differences(settings, after, AUDITED_FIELDS.guild);
  return changes.length === 0 ? [] : [{ action: A.GUILD_UPDATE, targetId: id, changes }];
}

export function roleActions(before: GuildRole | null, after: GuildRole | null): AuditedAction[] {
  const changes = differences(before, after, AUDITED_FIELDS.role);
  const targetId = (after ?? before)?.id ?? null;
  if (after === null) return [{ action: A.ROLE_DELETE, targetId, changes }];
  const action = before === null ? A.ROLE_CREATE : A.ROLE_UPDATE;
  return changes.length === 0 ? [] : [{ action, targetId, changes }];
}

/** The changes of a channel's fields, and of each overwrite separately. */
export function channelActions(
  guild: GuildState,
  before: GuildChannel | null,
  after: GuildChannel | null,
): AuditedAction[] {
  const targetId = (after ?? before)?.id ?? null;
  if (before === null) {
    const changes = differences(null, after, [...AUDITED_FIELDS.channel, 'permissionOverwrites']);
    return [{ action: A.CHANNEL_CREATE, targetId, changes }];
  }
  const changes = differences(before, after, AUDITED_FIELDS.channel);
  if (after === null) return [{ action: A.CHANNEL_DELETE, targetId, changes }];
  const overwrites = overwriteActions(guild, before, after);
  return changes.length === 0 ? overwrites : [{ action: A.CHANNEL_UPDATE, targetId, changes }, ...overwrites];
}

function overwriteActions(guild: GuildState, before: GuildChannel, after: GuildChannel): AuditedAction[] {
  const [olds, nows] = [byTarget(before.permissionOverwrites), byTarget(after.permissionOverwrites)];
  return [...new Set([...olds.keys(), ...nows.keys()])].flatMap((target) => {
    const [old, now] = [olds.get(target) ?? null, nows.get(target) ?? null];
    const changes = differences(old, now, ['allow', 'deny']);
    const subject = now ?? old;
    if (subject === null || (changes.length === 0 && old !== null && now !== null)) return [];
    const change = now === null ? A.CHANNEL_OVERWRITE_DELETE : A.CHANNEL_OVERWRITE_UPDATE;
    const { id, type } = subject;
    const role = type === 'role' ? guild.roles.get(id) : undefined;
    const options = { id, type, ...(role !== undefined && { roleName: role.name }) };
    const action = old === null ? A.CHANNEL_OVERWRITE_CREATE : change;
    return { action, targetId: after.id, changes, options };
  });
}

/** The changes of a member's fields, and of their roles separately. */
export function memberActions(guild: GuildState, before: GuildMember, after: GuildMember): AuditedAction[] {
  const targetId = after.userId;
  const named = (ids: readonly Snowflake[]) =>
    ids.map((id) => ({ id, name: guild.roles.get(id)?.name ?? '' }));
  const added = after.roles.filter((id) => !before.roles.includes(id));
  const removed = before.roles.filter((id) => !after.roles.includes(id));
  const roles = [
    ...(added.length > 0 ? [{ field: '$add', after: named(added) }] : []),
    ...(removed.length > 0 ? [{ field: '$remove', after: named(removed) }] : []),
  ];
  const changes = differences(before, after, AUDITED_FIELDS.member);
  return [
    ...(changes.length > 0 ? [{ action: A.MEMBER_UPDATE, targetId, changes }] : []),
    ...(roles.length > 0 ? [{ action: A.MEMBER_ROLE_UPDATE, targetId, changes: roles }] : []),
  ];
}

export function inviteActions(before: GuildInvite | null, after: GuildInvite | null): AuditedAction[] {
  const changes = differences(before, after, AUDITED_FIELDS.invite);
  return [{ action: before === null ? A.INVITE_CREATE : A.INVITE_DELETE, targetId: null, changes }];
}

export function emojiActions(before: GuildEmoji | null, after: GuildEmoji | null): AuditedAction[] {
  const changes = differences(before, after, AUDITED_FIELDS.emoji);
  const targetId = (after ?? before)?.id ?? null;
  if (after === null) return [{ action: A.EMOJI_DELETE, targetId, changes }];
  const action = before === null ? A.EMOJI_CREATE : A.EMOJI_UPDATE;
  return changes.length === 0 ? [] : [{ action, targetId, changes }];
}

export function integrationActions(
  before: GuildIntegration | null,
  after: GuildIntegration | null,
): AuditedAction[] {
  const targetId = (after ?? before)?.id ?? null;
  if (after === null) return [{ action: A.INTEGRATION_DELETE, targetId }];
  const changes = differences(before, after, AUDITED_FIELDS.integration);
  const action = before === null ? A.INTEGRATION_CREATE : A.INTEGRATION_UPDATE;
  return changes.length === 0 ? [] : [{ action, targetId, changes }];
}

/**
 * Deleted messages of a channel: one action per author, and none for the actor's own messages, which are not
 * moderation.
 *
 * @param authors number of messages per author
 */
export function messageDeletions(
  actor: Actor,
  channelId: Snowflake,
  authors: ReadonlyMap<Snowflake, number>,
): AuditedAction[] {
  return [...authors]
    .filter(([authorId]) => authorId !== actor.userId)
    .map(([authorId, count]) => ({
      action: A.MESSAGE_DELETE,
      targetId: authorId,
      options: { channelId, count: String(count) },
    }));
}

/**
 * The fields that differ between two values.
 *
 * @param before null: the value is created
 * @param after null: the value is deleted
 * @param fields the fields to compare
 */
function differences<Value extends object>(
  before: Value | null,
  after: Value | null,
  fields: readonly (keyof Value & string)[],
): AuditChange[] {
  const changes: AuditChange[] = [];
  for (const field of fields) {
    const old = before?.[field] ?? undefined;
    const now = after?.[field] ?? undefined;
    if (isDeepStrictEqual(old, now)) continue;
    changes.push({
      field,
      ...(old !== undefined && { before: old }),
      ...(now !== undefined && { after: now }),
    });
  }
  return changes;
}
