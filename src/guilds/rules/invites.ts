import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { inviteActions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { GUILD_LIMITS } from '../limits.js';
import { memberJoined } from '../member-events.js';
import { Refusal } from '../refusal.js';
import { channelRule, inviteRule } from '../rule.js';
import type { GuildInvite, GuildMember, GuildState } from '../state.js';

/** The input of a new invite. */
export interface NewInvite {
  /** a new random code */
  readonly code: string;
  /** seconds */
  readonly maxAge?: number | undefined;
  readonly maxUses?: number | undefined;
  readonly temporary?: boolean | undefined;
  /** false: an existing invite of the actor with the same properties is returned */
  readonly unique: boolean;
}

const DAY = 86_400;

/**
 * Creates an invite, unless the actor has an equivalent one and allows reuse (docs/rest.md, Create channel invite: POST
 * /channels/{channel.id}/invites). Deletes expired ones.
 *
 * @throws {Refusal}
 */
export const createInvite = channelRule({
  permission: 'CREATE_INSTANT_INVITE',
  decide({ guild, channel, actor: { userId }, now }, input: NewInvite): Decision<GuildInvite> {
    // Categories cannot be joined.
    if (channel.type === CHANNEL_TYPES.GUILD_CATEGORY) throw new Refusal('UNKNOWN_CHANNEL');
    const wanted = {
      channelId: channel.id,
      inviterId: userId,
      maxUses: input.maxUses ?? 0,
      maxAge: input.maxAge ?? DAY,
      temporary: input.temporary ?? false,
    };
    const known = input.unique ? undefined : liveInvites(guild, now).find((one) => isOfKind(one, wanted));
    if (known !== undefined) return { result: known, changes: [], events: [] };
    const expired = [...guild.invites.values()].filter((invite) => !isLive(invite, now));
    if (guild.invites.size - expired.length >= GUILD_LIMITS.INVITES) throw new Refusal('TOO_MANY_INVITES');
    const invite: GuildInvite = {
      ...wanted,
      code: input.code,
      uses: 0,
      vanity: false,
      createdAt: now,
    };
    const removals = expired.map(({ code }): GuildChange => ({ kind: 'invite-removed', code }));
    return {
      result: invite,
      changes: [...removals, { kind: 'invite', invite }],
      events: [],
      audit: inviteActions(null, invite),
    };
  },
});

type InviteKind = Pick<GuildInvite, 'channelId' | 'inviterId' | 'maxUses' | 'maxAge' | 'temporary'>;

function isOfKind(invite: GuildInvite, wanted: InviteKind): boolean {
  return (
    invite.channelId === wanted.channelId &&
    invite.inviterId === wanted.inviterId &&
    invite.maxUses === wanted.maxUses &&
    invite.maxAge === wanted.maxAge &&
    invite.temporary === wanted.temporary
  );
}

/**
 * Deletes an invite, with MANAGE_CHANNELS in its channel (docs/rest.md, invites). The vanity url cannot be deleted.
 *
 * @throws {Refusal}
 */
export const deleteInvite = inviteRule({
  permission: 'MANAGE_CHANNELS',
  decide({ invite }): Decision<GuildInvite> {
    return {
      result: invite,
      changes: [{ kind: 'invite-removed', code: invite.code }],
      events: [],
      audit: inviteActions(invite, null),
    };
  },
});

/** Facts about the actor outside the guild. */
export interface Acceptance {
  /** whether the actor may join another guild */
  readonly hasRoom: boolean;
}

/**
 * Adds a user by an invite, which is counted and deleted with its last use (docs/rest.md, invites). For a member
 * nothing changes and nothing is counted.
 *
 * @throws {Refusal} USER_BANNED, TOO_MANY_GUILDS
 */
export const acceptInvite = inviteRule({
  permission: null,
  decide(context, { hasRoom }: Acceptance): Decision<null> {
    const { guild, invite, now } = context;
    const { userId } = context.actor;
    if (guild.members.has(userId)) return { result: null, changes: [], events: [] };
    if (!hasRoom) throw new Refusal('TOO_MANY_GUILDS');
    if (guild.bans.has(userId)) throw new Refusal('USER_BANNED');
    const member: GuildMember = {
      userId,
      nick: null,
      roles: [],
      joinedAt: now,
      deaf: false,
      mute: false,
    };
    const { changes, events } = memberJoined(guild, member, context);
    const temporary: GuildChange[] = invite.temporary ? [{ kind: 'temporary-member', userId }] : [];
    return { result: null, changes: [...changes, ...temporary, used(invite)], events };
  },
});

function used(invite: GuildInvite): GuildChange {
  const uses = invite.uses + 1;
  const isLast = invite.maxUses !== 0 && uses >= invite.maxUses;
  return isLast
    ? { kind: 'invite-removed', code: invite.code }
    : { kind: 'invite', invite: { ...invite, uses } };
}

/** Whether an invite has not expired; used-up ones are deleted. @param now milliseconds since the Unix epoch */
export function isLive(invite: GuildInvite, now: number): boolean {
  return invite.maxAge === 0 || now < invite.createdAt + invite.maxAge * 1000;
}

/** Whether an invite is valid: it has not expired and, for a vanity url, the guild has the feature. */
export function isUsable(guild: GuildState, invite: GuildInvite, now: number): boolean {
  return isLive(invite, now) && (!invite.vanity || guild.settings.features.includes('VANITY_URL'));
}

/** The guild's valid invites, oldest first, without the vanity url. */
export function liveInvites(guild: GuildState, now: number): GuildInvite[] {
  return [...guild.invites.values()].filter((invite) => !invite.vanity && isLive(invite, now));
}
