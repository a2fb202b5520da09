import type { Overwrite } from './objects/channel.js';
import { ALL_PERMISSIONS, PERMISSIONS } from './permissions.js';
import type { Snowflake } from './snowflake.js';

/** Without SEND_MESSAGES these mean nothing. */
const NEED_SEND_MESSAGES =
  PERMISSIONS.MENTION_EVERYONE |
  PERMISSIONS.SEND_TTS_MESSAGES |
  PERMISSIONS.ATTACH_FILES |
  PERMISSIONS.EMBED_LINKS;

/** A member of a guild, as far as it decides what they may do. */
export interface PermissionHolder {
  readonly guildId: Snowflake;
  readonly userId: Snowflake;
  readonly isOwner: boolean;
  /** without @everyone */
  readonly roles: readonly Snowflake[];
}

/**
 * Computes what a member may do in a guild, without the overwrites of channels.
 *
 * @param permissionsOf the bits of a role; 0 for one that does not exist
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
 * Computes what a member may do in a channel.
 *
 * @param base what they may do in the guild
 * @returns bits of `PERMISSIONS`; none where they may not view the channel
 */
export function computeChannelPermissions(
  base: number,
  holder: PermissionHolder,
  overwrites: readonly Overwrite[],
): number {
  // The owner has it too.
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
    } else if (roles.includes(overwrite.id)) {
      allow |= overwrite.allow;
      deny |= overwrite.deny;
    }
  }
  permissions = (permissions & ~deny) | allow;
  return own === undefined ? permissions : (permissions & ~own.deny) | own.allow;
}
