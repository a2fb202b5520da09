import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import { composeMessage, type NewMessage } from '../compose-message.js';
import type { Decision } from '../events.js';
import { findMentions } from '../mentions.js';
import type { Message } from '../message.js';
import { channelPermissions } from '../permissions.js';
import { Refusal } from '../refusal.js';
import { channelRule } from '../rule.js';
import type { Account, GuildUser } from '../state.js';
import { requireVerified } from '../verification.js';

/** A new message and its author. */
export interface MessageCreation {
  /** the actor's public data */
  readonly author: GuildUser;
  /** of the actor */
  readonly account: Account;
  readonly input: NewMessage;
}

/** Creates a message in a text channel (docs/rest.md, Create message). @throws {Refusal} */
export const createMessage = channelRule({
  permission: 'SEND_MESSAGES',
  decide(context, { author, account, input }: MessageCreation): Decision<Message> {
    const { guild, channel, member, now } = context;
    if (channel.type !== CHANNEL_TYPES.GUILD_TEXT) throw new Refusal('NOT_A_TEXT_CHANNEL');
    requireVerified(guild, member, account, now);
    const permissions = channelPermissions(guild, member, channel);
    const mayMentionAll = (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0;
    const origin = {
      channelId: channel.id,
      author,
      permissions,
      findMentions: (content: string) => findMentions(guild, content, mayMentionAll),
    };
    const message = composeMessage(origin, input, context);
    return {
      result: message,
      changes: [{ kind: 'message', message }],
      events: [{ type: 'messageCreated', channelId: channel.id, message }],
    };
  },
});
