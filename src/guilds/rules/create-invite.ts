import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { inviteActions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { isLive, liveInvites } from '../invites.js';
import { GUILD_LIMITS } from '../limits.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { GuildInvite } from '../state.js';

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
