import { compareRoles } from '../protocol/objects/role.js';
import { guildPermissions } from './permissions.js';
import { Refusal } from './refusal.js';
import type { GuildMember, GuildRole, GuildState } from './state.js';

/** The roles of a guild, from the lowest to the highest. */
export function rolesInOrder({ roles }: Pick<GuildState, 'roles'>): GuildRole[] {
  return [...roles.values()].sort(compareRoles);
}

/** The highest role of a member; @everyone if there is no other. */
export function highestRole(guild: GuildState, member: GuildMember): GuildRole | undefined {
  let highest = guild.roles.get(guild.id);
  for (const id of member.roles) {
    const role = guild.roles.get(id);
    if (role !== undefined && (highest === undefined || compareRoles(role, highest) > 0)) highest = role;
  }
  return highest;
}

/** Whether a member may grant, edit, sort or delete a role: only roles below their highest; the owner all. */
export function isAboveRole(guild: GuildState, member: GuildMember, role: GuildRole): boolean {
  if (member.userId === guild.settings.ownerId) return true;
  const highest = highestRole(guild, member);
  return highest !== undefined && compareRoles(highest, role) > 0;
}

/** Whether a member may kick, ban or rename another: only members whose highest role is lower; the owner all. */
export function isAboveMember(guild: GuildState, member: GuildMember, other: GuildMember): boolean {
  if (other.userId === guild.settings.ownerId) return false;
  const role = highestRole(guild, other);
  return role !== undefined && isAboveRole(guild, member, role);
}

/** @throws {Refusal} MISSING_PERMISSIONS if the member does not have all of these permissions in the guild */
export function requireHeldPermissions(guild: GuildState, member: GuildMember, permissions: number): void {
  if (permissions & ~guildPermissions(guild, member)) throw new Refusal('MISSING_PERMISSIONS');
}
