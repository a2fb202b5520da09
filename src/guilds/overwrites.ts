import type { Overwrite } from '../protocol/objects/channel.js';
import { GUILD_LIMITS } from './limits.js';
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

/** An id alone is not a target: the overwrite of a role does not apply when it is declared as that of a member. */
function targetOf({ type, id }: Overwrite): string {
  return `${type} ${id}`;
}

/** The last overwrite of each target. */
export function withoutRepeats(overwrites: readonly Overwrite[]): Overwrite[] {
  return [...byTarget(overwrites).values()];
}

/**
 * Checks the number of overwrites of a channel and of all channels of its guild. A change that does not add any is always
 * accepted.
 *
 * @param channels those of the guild before the change
 * @param id of the channel; absent: it is new
 * @throws {Refusal} INVALID_FORM_BODY
 */
export function requireFewOverwrites(
  channels: Iterable<Pick<GuildChannel, 'id' | 'permissionOverwrites'>>,
  overwrites: readonly Overwrite[],
  { id, path = [] }: { readonly id?: string; readonly path?: readonly string[] } = {},
): void {
  let before = 0;
  let others = 0;
  for (const { id: one, permissionOverwrites } of channels) {
    if (one === id) before = permissionOverwrites.length;
    else others += permissionOverwrites.length;
  }
  if (overwrites.length <= before) return;
  const { OVERWRITES, OVERWRITES_OF_CHANNEL } = GUILD_LIMITS;
  if (overwrites.length > OVERWRITES_OF_CHANNEL) {
    throw tooMany(path, `A channel has at most ${OVERWRITES_OF_CHANNEL} overwrites.`);
  }
  if (others + overwrites.length > OVERWRITES) {
    throw tooMany(path, `The channels of a guild have at most ${OVERWRITES} overwrites together.`);
  }
}

function tooMany(path: readonly string[], message: string): Error {
  return refuseField([...path, 'permissionOverwrites'], 'BASE_TYPE_BAD_LENGTH', message);
}
