import type { Overwrite } from '../protocol/objects/channel.js';
import { channelPermissions } from './permissions.js';
import { Refusal, refuseField } from './refusal.js';
import type { GuildChannel, GuildMember, GuildState } from './state.js';

/** Whether the target of an overwrite is a role or member of the guild. */
export function hasTarget(guild: GuildState, { id, type }: Pick<Overwrite, 'id' | 'type'>): boolean {
  return type === 'role' ? guild.roles.has(id) : guild.members.has(id);
}

/**
 * @param present overwrites of the channel; their targets are accepted, because clients send back the whole list, also
 *   the overwrites of former members
 * @throws {Refusal} if the target of an overwrite in a request is unknown
 */
export function requireKnownTargets(
  guild: GuildState,
  overwrites: readonly Overwrite[],
  present: readonly Overwrite[],
): void {
  const accepted = byTarget(present);
  for (const [index, overwrite] of overwrites.entries()) {
    if (accepted.has(targetOf(overwrite)) || hasTarget(guild, overwrite)) continue;
    throw refuseField(
      ['permissionOverwrites', String(index), 'id'],
      'BASE_TYPE_CHOICES',
      `This is no ${overwrite.type} of the guild.`,
    );
  }
}

/**
 * Checks that a member may change the overwrites of a channel: only permissions that the member has there
 * (docs/rest.md, Permissions).
 *
 * @throws {Refusal} MISSING_PERMISSIONS
 */
export function requireChangeable(
  guild: GuildState,
  member: GuildMember,
  channel: GuildChannel,
  overwrites: readonly Overwrite[],
): void {
  const changed = changedBits(channel.permissionOverwrites, overwrites);
  if (changed & ~channelPermissions(guild, member, channel)) throw new Refusal('MISSING_PERMISSIONS');
}

/** All permissions that differ for any target. */
function changedBits(before: readonly Overwrite[], after: readonly Overwrite[]): number {
  const [old, now] = [byTarget(before), byTarget(after)];
  let bits = 0;
  for (const target of new Set([...old.keys(), ...now.keys()])) {
    const { allow: oldAllow = 0, deny: oldDeny = 0 } = old.get(target) ?? {};
    const { allow = 0, deny = 0 } = now.get(target) ?? {};
    bits |= (oldAllow ^ allow) | (oldDeny ^ deny);
  }
  return bits;
}

/**
 * The overwrites of a channel by their targets. An overwrite whose type changes gets another target: its old permissions
 * no longer apply.
 */
export function byTarget(overwrites: readonly Overwrite[]): Map<string, Overwrite> {
  return new Map(overwrites.map((overwrite) => [targetOf(overwrite), overwrite]));
}

/** An id alone is no target: the overwrite of a role does not apply when it is declared as that of a member. */
function targetOf({ type, id }: Overwrite): string {
  return `${type} ${id}`;
}

/** The last overwrite of each target. */
export function withoutRepeats(overwrites: readonly Overwrite[]): Overwrite[] {
  return [...byTarget(overwrites).values()];
}
