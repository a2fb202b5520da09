import { PERMISSIONS } from '../../protocol/permissions.js';
import { type EditedMessage, reviseMessage } from '../compose-message.js';
import type { Decision } from '../events.js';
import { findMentions } from '../mentions.js';
import type { Message } from '../message.js';
import { channelPermissions } from '../permissions.js';
import { channelRule } from '../rule.js';

/** A message to edit, and the edit. */
export interface MessageEdit {
  readonly message: Message;
  readonly input: EditedMessage;
}

/** Changes the content of a message; only its author may (docs/rest.md, Edit message). @throws {Refusal} */
export const editMessage = channelRule({
  permission: null,
  decide(context, { message, input }: MessageEdit): Decision<Message> {
    const { guild, channel, actor, member } = context;
    const permissions = channelPermissions(guild, member, channel);
    const mayMentionAll = (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0;
    const edit = {
      input,
      permissions,
      findMentions: (content: string) => findMentions(guild, content, mayMentionAll),
    };
    const edited = reviseMessage(message, actor, edit, context);
    return {
      result: edited,
      changes: [{ kind: 'message-edited', message: edited }],
      events: [{ type: 'messageUpdated', channelId: channel.id, message: edited }],
    };
  },
});
