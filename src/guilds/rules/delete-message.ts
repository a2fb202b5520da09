import type { Snowflake } from '../../protocol/snowflake.js';
import { messageDeletions } from '../audit-log/actions.js';
import type { GuildChange } from '../changes.js';
import type { Decision } from '../events.js';
import type { Message } from '../message.js';
import { requireChannelPermission } from '../permissions.js';
import { channelRule } from '../rule.js';

/** A message to delete. */
export interface MessageDeletion {
  readonly message: Message;
  /** the message before it in the channel; null: none */
  readonly before: Snowflake | null;
}

/** Deletes a message: the actor's own, or any with MANAGE_MESSAGES (docs/rest.md, Delete message). @throws {Refusal} */
export const deleteMessage = channelRule({
  permission: null,
  decide({ guild, channel, actor }, { message, before }: MessageDeletion): Decision<null> {
    if (message.author.id !== actor.userId) {
      requireChannelPermission(guild, actor, channel, 'MANAGE_MESSAGES');
    }
    const changes: GuildChange[] = [
      { kind: 'message-removed', id: message.id, channelId: channel.id, authorId: message.author.id },
    ];
    if (guild.channels.get(channel.id)?.lastMessageId === message.id) {
      changes.push({ kind: 'last-message', channelId: channel.id, messageId: before });
    }
    return {
      result: null,
      changes,
      events: [{ type: 'messageDeleted', channelId: channel.id, messageId: message.id }],
      audit: messageDeletions(actor, channel.id, new Map([[message.author.id, 1]])),
    };
  },
});
