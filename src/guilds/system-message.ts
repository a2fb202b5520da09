import type { Message, MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { snowflakeTime } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import type { Effects } from './events.js';
import { type GuildState, type GuildUser, type Tools, userOf } from './state.js';

/** What a system message is about. */
export interface SystemMessage {
  readonly channelId: Snowflake;
  /** who did it, and counts as the author */
  readonly authorId: Snowflake;
  readonly type: MessageType;
}

/** Sends a system message to a channel of a guild (docs/rest.md, System messages). */
export function sendSystemMessage(
  guild: GuildState,
  { channelId, authorId, type }: SystemMessage,
  tools: Tools,
): Effects {
  const author = userOf(guild, authorId);
  const message = buildSystemMessage({ channelId, guildId: guild.id, author, type }, tools);
  return {
    changes: [{ kind: 'message', message }],
    events: [{ type: 'messageCreated', channelId, message }],
  };
}

/** Where a system message goes. */
export interface SystemMessageOrigin {
  readonly channelId: Snowflake;
  /** null: the channel is private */
  readonly guildId: Snowflake | null;
  readonly author: GuildUser;
  readonly type: MessageType;
}

/** A message that the service sends about what a user did. It has no content; clients word it by its type. */
export function buildSystemMessage(
  { channelId, guildId, author, type }: SystemMessageOrigin,
  tools: Tools,
): Message {
  const id = tools.nextId();
  return {
    id,
    channel_id: channelId,
    ...(guildId !== null && { guild_id: guildId }),
    author,
    content: '',
    timestamp: timestamp(snowflakeTime(id)),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    type,
  };
}
