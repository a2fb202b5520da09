import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Decision } from '../events.js';
import { requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Account, Actor, GuildChannel, GuildState, RuleContext } from '../state.js';
import { requireVerified } from '../verification.js';

/** Who types where. */
export interface Typing {
  readonly channel: GuildChannel;
  /** of the actor */
  readonly account: Account;
}

/** Tells everyone who sees the channel that the actor is typing (docs/rest.md, Trigger typing indicator). @throws {Refusal} */
export function startTyping(
  guild: GuildState,
  actor: Actor,
  { channel, account }: Typing,
  context: RuleContext,
): Decision<null> {
  const member = requireMember(guild, actor);
  if (channel.type !== CHANNEL_TYPES.GUILD_TEXT) throw new Refusal('NOT_A_TEXT_CHANNEL');
  requireVerified(guild, member, account, context.now);
  return {
    result: null,
    changes: [],
    events: [{ type: 'typingStarted', channelId: channel.id, userId: member.userId, at: context.now }],
  };
}
