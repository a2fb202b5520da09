import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Decision } from '../events.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { Account } from '../state.js';
import { requireVerified } from '../verification.js';

/**
 * Notifies everybody who may view the channel that the actor is typing (docs/rest.md, Trigger typing indicator).
 * @throws {Refusal}
 */
export const startTyping = channelRule({
  permission: 'SEND_MESSAGES',
  decide({ guild, channel, member, now }, account: Account): Decision<null> {
    if (channel.type !== CHANNEL_TYPES.GUILD_TEXT) throw new Refusal('NOT_A_TEXT_CHANNEL');
    requireVerified(guild, member, account, now);
    return {
      result: null,
      changes: [],
      events: [{ type: 'typingStarted', channelId: channel.id, userId: member.userId, at: now }],
    };
  },
});
