import { AUDIT_LOG_ACTIONS } from '../../protocol/objects/audit-log.js';
import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { GuildPlace } from '../access.js';
import { memberActions } from '../audit-log/actions.js';
import { combineEffects, type Decision, type Effects } from '../events.js';
import { isAboveMember } from '../hierarchy.js';
import { memberJoined, memberUpdate } from '../member-events.js';
import { changedRoles, findMember, requireFieldPermissions, requireGrantable } from '../member-fields.js';
import { normalizeNick } from '../names.js';
import { requireChannelPermission, requireVisible } from '../permissions.js';
import { Refusal, refuseField } from '../refusal.js';
import { kickMembers, removeMembers } from '../removal.js';
import { type ContextAt, guildRule } from '../rule.js';
import type { Actor, GuildMember, GuildState } from '../state.js';
import { leaveVoice, moveVoice, voiceStateEvent } from '../voice.js';

/** A user to add, with the input of a new member. */
export interface NewMember {
  readonly userId: Snowflake;
  readonly nick?: string | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
}

/**
 * Adds a user (docs/rest.md, Add guild member). The caller checks that the user agreed.
 *
 * @returns the new member, or null if the user is already one, who stays unchanged
 * @throws {Refusal} USER_BANNED, or for a field like Modify guild member
 */
export const addMember = guildRule({
  permission: 'CREATE_INSTANT_INVITE',
  decide(context, { userId, ...input }: NewMember): Decision<GuildMember | null> {
    const { guild, actor, member: acting, now } = context;
    if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
    if (guild.bans.has(userId)) throw new Refusal('USER_BANNED');
    requireFieldPermissions(guild, actor, input);
    const member: GuildMember = {
      userId,
      nick: normalizeNick(input.nick),
      roles: changedRoles(guild, acting, [], input.roles ?? []),
      joinedAt: now,
      deaf: input.deaf ?? false,
      mute: input.mute ?? false,
    };
    return { result: member, ...memberJoined(guild, member, context) };
  },
});

/** The changes of a member; undefined leaves a field unchanged. */
export interface ModifiedMember {
  readonly userId: Snowflake;
  /** null removes it */
  readonly nick?: string | null | undefined;
  readonly roles?: readonly Snowflake[] | undefined;
  readonly mute?: boolean | undefined;
  readonly deaf?: boolean | undefined;
  /** the member's new voice channel; null: none */
  readonly channelId?: Snowflake | null | undefined;
}

/** Changes a member, with a permission for each field (docs/rest.md, Modify guild member). @throws {Refusal} */
export const modifyMember = guildRule({
  permission: null,
  decide(context, { userId, ...input }: ModifiedMember): Decision<null> {
    const { guild, actor, member: acting } = context;
    const before = findMember(guild, userId);
    requireFieldPermissions(guild, actor, input);
    if (input.nick !== undefined) requireRenamable(guild, acting, before);
    const member: GuildMember = {
      ...before,
      nick: input.nick === undefined ? before.nick : normalizeNick(input.nick),
      roles:
        input.roles === undefined ? before.roles : changedRoles(guild, acting, before.roles, input.roles),
      mute: input.mute ?? before.mute,
      deaf: input.deaf ?? before.deaf,
    };
    if (input.channelId === undefined) return { result: null, ...memberUpdate(guild, before, member) };
    const moved = move(context, member, input.channelId);
    // One VOICE_STATE_UPDATE contains both the channel and the flags.
    const updated = { ...memberUpdate(guild, member, member), audit: memberActions(guild, before, member) };
    return { result: null, ...combineEffects(updated, moved) };
  },
});

/** Members may rename themselves and lower members. */
function requireRenamable(guild: GuildState, acting: GuildMember, member: GuildMember): void {
  if (member.userId === acting.userId || isAboveMember(guild, acting, member)) return;
  throw new Refusal('MISSING_PERMISSIONS');
}

function move(
  { guild, actor, now }: ContextAt<GuildPlace>,
  member: GuildMember,
  channelId: Snowflake | null,
): Effects {
  if (channelId !== null) requireConnectable(guild, actor, channelId);
  const voice = guild.voiceStates.get(member.userId);
  if (voice === undefined) throw new Refusal('NOT_IN_VOICE');
  if (channelId === null) return leaveVoice(guild, member.userId);
  const moved = { ...moveVoice(guild, voice, channelId), activeAt: now };
  return {
    changes: [{ kind: 'voice-state', voiceState: moved }],
    events: [voiceStateEvent(guild, moved, member)],
  };
}

/** Moving a member requires CONNECT to the channel (docs/rest.md, Modify guild member). */
function requireConnectable(guild: GuildState, actor: Actor, channelId: Snowflake): void {
  const channel = guild.channels.get(channelId);
  if (channel === undefined) throw new Refusal('UNKNOWN_CHANNEL');
  // Before the type, which is not revealed of a hidden channel.
  requireVisible(guild, actor, channel);
  if (channel.type !== CHANNEL_TYPES.GUILD_VOICE) {
    throw refuseField(['channelId'], 'BASE_TYPE_CHOICES', 'This is no voice channel.');
  }
  requireChannelPermission(guild, actor, channel, 'CONNECT');
}

/**
 * Changes the actor's own nick (docs/rest.md, Modify current user nick).
 *
 * @param nick null removes the nick, undefined leaves it
 * @returns the nick, null if there is none
 */
export const setOwnNick = guildRule({
  permission: 'CHANGE_NICKNAME',
  decide({ guild, member: before }, nick: string | null | undefined): Decision<string | null> {
    const member = nick === undefined ? before : { ...before, nick: normalizeNick(nick) };
    return { result: member.nick, ...memberUpdate(guild, before, member) };
  },
});

/** Kicks a member (docs/rest.md, Remove guild member). @throws {Refusal} */
export const removeMember = guildRule({
  permission: 'KICK_MEMBERS',
  decide({ guild, member: acting }, userId: Snowflake): Decision<null> {
    const member = findMember(guild, userId);
    if (!isAboveMember(guild, acting, member)) throw new Refusal('MISSING_PERMISSIONS');
    return { result: null, ...kickMembers(guild, [member]) };
  },
});

const DAY = 86_400_000;

/** The criteria of a prune. */
export interface Pruning {
  /** days of inactivity */
  readonly days: number;
  /** the last activity of a user, in milliseconds since the Unix epoch; 0: never */
  lastSeen(userId: Snowflake): number;
}

/** The time since which those whom a prune removes were inactive, in milliseconds since the Unix epoch. */
export function pruneSince({ days, now }: Pick<Pruning, 'days'> & { readonly now: number }): number {
  return now - days * DAY;
}

/**
 * The members that a prune removes: without roles, inactive and members for that many days, and below the actor
 * (docs/rest.md, Begin guild prune).
 */
export function prunableMembers(
  guild: GuildState,
  acting: GuildMember,
  pruning: Pruning & { /** milliseconds since the Unix epoch */ readonly now: number },
): GuildMember[] {
  const since = pruneSince(pruning);
  const found: GuildMember[] = [];
  for (const member of guild.members.values()) {
    if (member.roles.length > 0 || member.joinedAt > since) continue;
    if (pruning.lastSeen(member.userId) > since) continue;
    if (isAboveMember(guild, acting, member)) found.push(member);
  }
  return found;
}

/** Removes inactive members. @returns their number */
export const pruneMembers = guildRule({
  permission: 'KICK_MEMBERS',
  decide({ guild, member, now }, { days, lastSeen }: Pruning): Decision<number> {
    const members = prunableMembers(guild, member, { days, now, lastSeen });
    const options = { deleteMemberDays: String(days), membersRemoved: String(members.length) };
    const { changes, events } = removeMembers(guild, members);
    // One audit log entry for all of them.
    const audit = [{ action: AUDIT_LOG_ACTIONS.MEMBER_PRUNE, targetId: null, options }];
    return { result: members.length, changes, events, ...(members.length > 0 && { audit }) };
  },
});

/** A role to add to or remove from a member. */
export interface MemberRole {
  readonly userId: Snowflake;
  readonly roleId: Snowflake;
}

/** Adds a role to a member (docs/rest.md, Add guild member role). @throws {Refusal} */
export const addMemberRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member: acting }, { userId, roleId }: MemberRole): Decision<null> {
    const before = findMember(guild, userId);
    requireGrantable(guild, acting, roleId);
    const roles = before.roles.includes(roleId) ? before.roles : [...before.roles, roleId];
    return { result: null, ...memberUpdate(guild, before, { ...before, roles }) };
  },
});

/** Removes a role from a member (docs/rest.md, Remove guild member role). @throws {Refusal} */
export const removeMemberRole = guildRule({
  permission: 'MANAGE_ROLES',
  decide({ guild, member: acting }, { userId, roleId }: MemberRole): Decision<null> {
    const before = findMember(guild, userId);
    requireGrantable(guild, acting, roleId);
    const roles = before.roles.filter((id) => id !== roleId);
    return { result: null, ...memberUpdate(guild, before, { ...before, roles }) };
  },
});

/**
 * Removes a member who joined by a temporary invite, unless they were given a role meanwhile (docs/rest.md, Objects).
 */
export function endTemporaryMembership(guild: GuildState, userId: Snowflake): Decision<null> {
  const member = guild.temporaryMembers.has(userId) ? guild.members.get(userId) : undefined;
  if (member === undefined || member.roles.length > 0) return { result: null, changes: [], events: [] };
  return { result: null, ...removeMembers(guild, [member]) };
}
