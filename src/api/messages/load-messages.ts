import type { Message, MessageFile, ReactionCount } from '../../guilds/message.js';
import type { GuildUser } from '../../guilds/state.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ReactionStore, StoredMessage } from '../../store/messages.js';
import type { UserDirectory } from '../accounts/user-directory.js';
import { type AttachmentReaders, loadAttachments } from '../attachments/load-attachments.js';

export interface MessageReaders extends AttachmentReaders {
  readonly users: UserDirectory;
}

/** A message with its reactions, as one user sees them. */
export interface ViewedMessage {
  readonly message: Message;
  readonly reactions: readonly ReactionCount[];
}

/** Loads messages without reactions. Messages of unknown authors are omitted. */
export async function loadMessages(
  stored: readonly StoredMessage[],
  readers: MessageReaders,
): Promise<Message[]> {
  const { users } = readers;
  const [files] = await Promise.all([
    loadAttachments(stored, readers),
    users.loadAll(stored.flatMap(({ authorId, mentions }) => [authorId, ...mentions])),
  ]);
  return stored.flatMap((one) => {
    const author = users.get(one.authorId);
    if (author === undefined) return [];
    const mentions = one.mentions.flatMap((id) => users.get(id) ?? []);
    return [toMessage(one, { author, mentions, attachments: files.get(one.id) ?? [] })];
  });
}

/** Like `loadMessages`, with the reactions as a user sees them. */
export async function loadViewedMessages(
  stored: readonly StoredMessage[],
  viewer: Snowflake,
  readers: MessageReaders & { readonly reactionStore: Pick<ReactionStore, 'counts'> },
): Promise<ViewedMessage[]> {
  const [counts, messages] = await Promise.all([
    readers.reactionStore.counts(
      stored.map(({ id }) => id),
      viewer,
    ),
    loadMessages(stored, readers),
  ]);
  const byMessage = new Map<Snowflake, ReactionCount[]>(messages.map(({ id }) => [id, []]));
  for (const count of counts) byMessage.get(count.messageId)?.push(count);
  return messages.map((message) => ({ message, reactions: byMessage.get(message.id) ?? [] }));
}

/** The objects that a stored message refers to. */
interface MessageParts {
  readonly author: GuildUser;
  readonly mentions: readonly GuildUser[];
  readonly attachments: readonly MessageFile[];
}

function toMessage(stored: StoredMessage, { author, mentions, attachments }: MessageParts): Message {
  return {
    id: stored.id,
    channelId: stored.channelId,
    author,
    content: stored.content,
    editedAt: stored.editedAt,
    tts: stored.tts,
    mentionsEveryone: stored.mentionsEveryone,
    mentions,
    mentionRoles: stored.mentionRoles,
    attachments,
    embeds: stored.embeds,
    pinned: stored.pinned,
    type: stored.type,
  };
}
