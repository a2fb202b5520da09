import type { Message, MessageType } from '../protocol/objects/message.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { snowflakeTime } from '../protocol/snowflake.js';
import { timestamp } from '../protocol/timestamp.js';
import type { GuildChange } from './changes.js';
import type { GuildEvent } from './events.js';
import type { GuildState, Tools } from './state.js';
import { userOf } from './wire.js';

/** What a system message is about. */
export interface SystemMessage {
  readonly channelId: Snowflake;
  /** who did it, and counts as the author */
  readonly authorId: Snowflake;
  readonly type: MessageType;
}

/**
 * A message that the service sends about what a user did (docs/rest.md, System messages). It has no content; clients
 * word it by its type.
 */
export function sendSystemMessage(
  guild: GuildState,
  { channelId, authorId, type }: SystemMessage,
  tools: Tools,
): { changes: GuildChange[]; events: GuildEvent[] } {
  const id = tools.nextId();
  const message: Message = {
    id,
    channel_id: channelId,
    guild_id: guild.id,
    author: userOf(guild, authorId),
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
  return {
    changes: [{ kind: 'message', message }],
    events: [{ name: 'MESSAGE_CREATE', data: message, audience: { kind: 'channel', channelId } }],
  };
}
