import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { isLive, liveInvites } from '../invites.js';
import { GUILD_LIMITS } from '../limits.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildChannel, GuildInvite, GuildState, Tools } from '../state.js';

/** What a new invite may be given. */
export interface NewInvite {
  /** new, and not to be guessed */
  readonly code: string;
  /** seconds */
  readonly max_age?: number | undefined;
  readonly max_uses?: number | undefined;
  readonly temporary?: boolean | undefined;
  /** false: one's own invite of the same kind is given again */
  readonly unique: boolean;
}

const DAY = 86_400;

/**
 * Makes an invite, unless the actor has one of the same kind and wants no other (rest-facts.md: POST
 * /channels/{channel.id}/invites). Expired ones go.
 *
 * @throws {Refusal}
 */
export function createInvite(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  input: NewInvite,
  { now }: Tools,
): Decision<GuildInvite> {
  const { userId } = requireMember(guild, actor);
  // Nobody is ever in a category.
  if (channel.type === CHANNEL_TYPES.GUILD_CATEGORY) throw new Refusal('UNKNOWN_CHANNEL');
  const wanted = {
    channel_id: channel.id,
    inviter_id: userId,
    max_uses: input.max_uses ?? 0,
    max_age: input.max_age ?? DAY,
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
    created_at: now,
  };
  const removals = expired.map(({ code }): GuildChange => ({ kind: 'invite-removed', code, isOver: true }));
  return { result: invite, changes: [...removals, { kind: 'invite', invite }], events: [] };
}

type InviteKind = Pick<GuildInvite, 'channel_id' | 'inviter_id' | 'max_uses' | 'max_age' | 'temporary'>;

function isOfKind(invite: GuildInvite, wanted: InviteKind): boolean {
  return (
    invite.channel_id === wanted.channel_id &&
    invite.inviter_id === wanted.inviter_id &&
    invite.max_uses === wanted.max_uses &&
    invite.max_age === wanted.max_age &&
    invite.temporary === wanted.temporary
  );
}
