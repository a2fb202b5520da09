import type { Message } from '../../protocol/objects/message.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Decision } from '../events.js';
import { findMentions } from '../mentions.js';
import { channelPermissions, requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Actor, GuildChannel, GuildState, Tools } from '../state.js';

/** Changes what a message says; only who wrote it may (rest-facts.md: PATCH on a message). @throws {Refusal} */
export function editMessage(
  guild: GuildState,
  actor: Actor,
  channel: GuildChannel,
  message: Message,
  input: string | null | undefined,
  tools: Tools,
): Decision<Message> {
  const member = requireMember(guild, actor);
  if (message.author.id !== actor.userId) throw new Refusal('NOT_THE_AUTHOR');
  const content = (input ?? '').trim();
  if (content === '') throw new Refusal('EMPTY_MESSAGE');
  const permissions = channelPermissions(guild, member, channel);
  const mentions = findMentions(guild, content, (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0);
  const edited: Message = {
    ...message,
    content,
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
