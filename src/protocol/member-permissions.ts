import type { Overwrite } from './objects/channel.js';
import { ALL_PERMISSIONS, PERMISSIONS } from './permissions.js';
import type { Snowflake } from './snowflake.js';

/** Permissions that have no effect without SEND_MESSAGES. */
const NEED_SEND_MESSAGES =
  PERMISSIONS.MENTION_EVERYONE |
  PERMISSIONS.SEND_TTS_MESSAGES |
  PERMISSIONS.ATTACH_FILES |
  PERMISSIONS.EMBED_LINKS;

/** The properties of a member that determine their permissions. */
export interface PermissionHolder {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly isOwner: boolean;
  /** without @everyone; a set if they may be many */
  readonly roles: readonly Snowflake[] | ReadonlySet<Snowflake>;
}

/**
 * The permissions of a member in a guild, before channel overwrites.
 *
 * @param permissionsOf the bits of a role; 0 for an unknown one
 * @returns bits of `PERMISSIONS`
 */
export function computeGuildPermissions(
  { guildId, isOwner, roles }: PermissionHolder,
  permissionsOf: (roleId: Snowflake) => number,
): number {
  if (isOwner) return ALL_PERMISSIONS;
  let permissions = permissionsOf(guildId);
  for (const id of roles) permissions |= permissionsOf(id);
  return permissions & PERMISSIONS.ADMINISTRATOR ? ALL_PERMISSIONS : permissions;
}

/**
 * The permissions of a member in a channel.
 *
 * @param base their permissions in the guild
 * @returns bits of `PERMISSIONS`; none if they may not view the channel
 */
export function computeChannelPermissions(
  base: number,
  holder: PermissionHolder,
  overwrites: readonly Overwrite[],
): number {
  // Also true for the owner.
  if (base & PERMISSIONS.ADMINISTRATOR) return ALL_PERMISSIONS;
  const permissions = applyOverwrites(base, holder, overwrites);
  if (!(permissions & PERMISSIONS.VIEW_CHANNEL)) return 0;
  return permissions & PERMISSIONS.SEND_MESSAGES ? permissions : permissions & ~NEED_SEND_MESSAGES;
}

function applyOverwrites(
  base: number,
  { guildId, roles, userId }: PermissionHolder,
  overwrites: readonly Overwrite[],
): number {
  let permissions = base;
  let allow = 0;
  let deny = 0;
  let own: Overwrite | undefined;
  for (const overwrite of overwrites) {
    if (overwrite.type === 'member') {
      if (overwrite.id === userId) own = overwrite;
    } else if (overwrite.id === guildId) {
      permissions = (permissions & ~overwrite.deny) | overwrite.allow;
    } else if (hasRole(roles, overwrite.id)) {
      allow |= overwrite.allow;
      deny |= overwrite.deny;
    }
  }
  permissions = (permissions & ~deny) | allow;
  return own === undefined ? permissions : (permissions & ~own.deny) | own.allow;
}

function hasRole(roles: PermissionHolder['roles'], id: Snowflake): boolean {
  return 'has' in roles ? roles.has(id) : roles.includes(id);
}
