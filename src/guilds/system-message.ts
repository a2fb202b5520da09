import type { MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';
import type { Effects } from './events.js';
import type { Message } from './message.js';
import { type GuildState, type GuildUser, type RuleContext, userOf } from './state.js';

/** The content of a system message. */
export interface SystemMessage {
  readonly channelId: Snowflake;
  /** the user who acted, and who counts as the author */
  readonly authorId: Snowflake;
  readonly type: MessageType;
}

/** Sends a system message to a channel of a guild (docs/rest.md, System messages). */
export function sendSystemMessage(
  guild: GuildState,
  { channelId, authorId, type }: SystemMessage,
  context: RuleContext,
): Effects {
  const author = userOf(guild, authorId);
  const message = buildSystemMessage({ channelId, author, type }, context);
  return {
    changes: [{ kind: 'message', message }],
    events: [{ type: 'messageCreated', channelId, message }],
  };
}

/** The place of a system message. */
export interface SystemMessageOrigin {
  readonly channelId: Snowflake;
  readonly author: GuildUser;
  readonly type: MessageType;
}

/** Creates a message about an action of a user. It has no content; clients compose it by its type. */
export function buildSystemMessage(
  { channelId, author, type }: SystemMessageOrigin,
  context: RuleContext,
): Message {
  return {
    id: context.nextId(),
    channelId,
    author,
    content: '',
    editedAt: null,
    tts: false,
    mentionsEveryone: false,
    mentions: [],
    mentionRoles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type,
  };
}
