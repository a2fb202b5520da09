import { AUDIT_LOG_ACTIONS } from '../protocol/objects/audit-log.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { channelActions, roleActions } from './audit-log/actions.js';
import type { AuditedAction } from './audit-log/entry.js';
import type { GuildChange } from './changes.js';
import { combineEffects, type Effects } from './events.js';
import { type GuildMember, type GuildRole, type GuildState, userOf } from './state.js';

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

/** Removes a role, also from members and overwrites. Clients derive that from GUILD_ROLE_DELETE. */
export function roleRemoval(guild: GuildState, id: Snowflake): Effects {
  const overwrites = removeOverwrites(guild, { roles: new Set([id]) });
  const holders = [...guild.members.values()].filter(({ roles }) => roles.includes(id));
  const members = holders.map((member): GuildChange => {
    return { kind: 'member', member: { ...member, roles: member.roles.filter((one) => one !== id) } };
  });
  return combineEffects(overwrites, {
    changes: [...members, { kind: 'role-removed', id }],
    events: [{ type: 'roleDeleted', roleId: id }],
    audit: roleActions(guild.roles.get(id) ?? null, null),
  });
}

const NOBODY: ReadonlySet<Snowflake> = new Set();

/** Removes the overwrites of these roles and members from all channels; clients do so without an event. */
function removeOverwrites(
  guild: GuildState,
  { roles = NOBODY, members = NOBODY }: { roles?: ReadonlySet<Snowflake>; members?: ReadonlySet<Snowflake> },
): Effects {
  const gone = { role: roles, member: members };
  const changes: GuildChange[] = [];
  const audit: AuditedAction[] = [];
  for (const channel of guild.channels.values()) {
    const kept = channel.permissionOverwrites.filter(({ id, type }) => !gone[type].has(id));
    if (kept.length === channel.permissionOverwrites.length) continue;
    const changed = { ...channel, permissionOverwrites: kept };
    changes.push({ kind: 'channel', channel: changed });
    audit.push(...channelActions(guild, channel, changed));
  }
  return { changes, events: [], audit };
}

/**
 * The managed role of a bot, created when a person adds the bot to a guild and deleted with its membership. Managed
 * roles cannot be assigned; those of integrations are identified by their integration.
 */
export function botRoleOf(guild: GuildState, botId: Snowflake): GuildRole | undefined {
  for (const id of guild.members.get(botId)?.roles ?? []) {
    const role = guild.roles.get(id);
    if (role?.managed && !isOfIntegration(guild, id)) return role;
  }
  return undefined;
}

function isOfIntegration(guild: GuildState, roleId: Snowflake): boolean {
  return [...guild.integrations.values()].some((integration) => integration.roleId === roleId);
}
