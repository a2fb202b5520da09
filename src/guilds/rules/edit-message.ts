import type { Embed } from '../../protocol/objects/embed.js';
import { MESSAGE_TYPES, type Message } from '../../protocol/objects/message.js';
import { ALL_PERMISSIONS, PERMISSIONS } from '../../protocol/permissions.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Decision } from '../events.js';
import { findMentions } from '../mentions.js';
import { requireMessageContent } from '../message-content.js';
import { channelPermissions, requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildChannel, GuildState, Tools } from '../state.js';

/** What of a message is edited; undefined leaves it as it is. */
export interface EditedMessage {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | undefined;
}

/** A message of a channel, and what becomes of it. */
export interface MessageEdit {
  readonly channel: GuildChannel;
  readonly message: Message;
  readonly input: EditedMessage;
}

/** Changes the content of a message; only its author may (docs/rest.md, Edit message). @throws {Refusal} */
export function editMessage(
  guild: GuildState,
  actor: Actor,
  { channel, message, input }: MessageEdit,
  tools: Tools,
): Decision<Message> {
  const member = requireMember(guild, actor);
  if (message.author.id !== actor.userId) throw new Refusal('NOT_THE_AUTHOR');
  if (message.type !== MESSAGE_TYPES.DEFAULT) throw new Refusal('SYSTEM_MESSAGE');
  const content = input.content === undefined ? message.content : (input.content ?? '').trim();
  const embeds = [...(input.embeds ?? message.embeds)];
  const permissions = channelPermissions(guild, member, channel);
  // Embeds that stay were allowed when they were sent.
  requireMessageContent({ content, embeds }, input.embeds === undefined ? ALL_PERMISSIONS : permissions);
  const mentions = findMentions(guild, content, (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0);
  const edited: Message = {
    ...message,
    content,
    embeds,
    edited_timestamp: timestamp(tools.now),
    mention_everyone: mentions.everyone,
    mentions: [...mentions.users],
    mention_roles: [...mentions.roles],
  };
  return {
    result: edited,
    changes: [{ kind: 'message', message: edited }],
    events: [{ name: 'MESSAGE_UPDATE', data: edited, audience: { kind: 'channel', channelId: channel.id } }],
  };
}
