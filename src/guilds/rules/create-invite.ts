import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import { isLive } from '../invites.js';
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
}

const DAY = 86_400;

/** Makes an invite (rest-facts.md: POST /channels/{channel.id}/invites). Expired ones go. @throws {Refusal} */
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
  const expired = [...guild.invites.values()].filter((invite) => !isLive(invite, now));
  if (guild.invites.size - expired.length >= GUILD_LIMITS.INVITES) throw new Refusal('TOO_MANY_INVITES');
  const invite: GuildInvite = {
    code: input.code,
    channel_id: channel.id,
    inviter_id: userId,
    uses: 0,
    max_uses: input.max_uses ?? 0,
    max_age: input.max_age ?? DAY,
    temporary: input.temporary ?? false,
    vanity: false,
    created_at: now,
  };
  const removals = expired.map(({ code }): GuildChange => ({ kind: 'invite-removed', code }));
  return { result: invite, changes: [...removals, { kind: 'invite', invite }], events: [] };
}
