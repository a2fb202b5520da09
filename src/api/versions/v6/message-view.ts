import type { MessageFile } from '../../../guilds/attachments.js';
import type { Message, ReactionCount } from '../../../guilds/message.js';
import type { Attachment } from '../../../protocol/objects/attachment.js';
import type { Message as MessageObject } from '../../../protocol/objects/message.js';
import { type Snowflake, snowflakeTime } from '../../../protocol/snowflake.js';
import { timestamp } from '../../../protocol/timestamp.js';
import { resolveAttachmentLinks } from './attachment-links.js';
import type { UserView } from './user-view.js';

/**
 * A message (docs/rest.md, channels).
 *
 * @param guildId null if the channel is private
 * @param reactions only when a message is read: in events, they would differ for each recipient
 */
export function messageObject(
  message: Message,
  guildId: Snowflake | null,
  reactions: readonly ReactionCount[],
  views: UserView,
): MessageObject {
  return {
    id: message.id,
    channel_id: message.channelId,
    ...(guildId !== null && { guild_id: guildId }),
    author: views.user(message.author),
    content: message.content,
    timestamp: timestamp(snowflakeTime(message.id)),
    edited_timestamp: message.editedAt === null ? null : timestamp(message.editedAt),
    tts: message.tts,
    mention_everyone: message.mentionsEveryone,
    mentions: message.mentions.map((user) => views.user(user)),
    mention_roles: [...message.mentionRoles],
    attachments: message.attachments.map(attachmentObject),
    embeds: resolveAttachmentLinks(message.embeds, message.attachments),
    pinned: message.pinned,
    type: message.type,
    ...(message.nonce !== undefined && { nonce: message.nonce }),
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ count, me, emoji }) => ({ count, me, emoji })),
    }),
  };
}

function attachmentObject({ id, filename, size, url, width, height }: MessageFile): Attachment {
  return { id, filename, size, url, proxy_url: url, width, height };
}
