import { CHANNEL_TYPES } from '../../protocol/objects/channel.js';
import type { Embed } from '../../protocol/objects/embed.js';
import type { Message } from '../../protocol/objects/message.js';
import type { PartialUser } from '../../protocol/objects/user.js';
import { PERMISSIONS } from '../../protocol/permissions.js';
import { snowflakeTime } from '../../protocol/snowflake.js';
import { timestamp } from '../../protocol/timestamp.js';
import type { Decision } from '../events.js';
import { findMentions } from '../mentions.js';
import { requireMessageContent } from '../message-content.js';
import { channelPermissions, requireMember } from '../permissions.js';
import { Refusal } from '../refusal.js';
import type { Account, Actor, GuildChannel, GuildState, Tools } from '../state.js';
import { requireVerified } from '../verification.js';

/** What a new message may be given. */
export interface NewMessage {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | undefined;
  readonly tts?: boolean | undefined;
  readonly nonce?: string | number | null | undefined;
}

/** Who writes a new message where. */
export interface MessageCreation {
  readonly channel: GuildChannel;
  /** the actor, as others see them */
  readonly author: PartialUser;
  /** of the actor */
  readonly account: Account;
  readonly input: NewMessage;
}

/** Writes a message into a text channel (docs/rest.md, Create message). @throws {Refusal} */
export function createMessage(
  guild: GuildState,
  actor: Actor,
  { channel, author, account, input }: MessageCreation,
  tools: Tools,
): Decision<Message> {
  const member = requireMember(guild, actor);
  if (channel.type !== CHANNEL_TYPES.GUILD_TEXT) throw new Refusal('NOT_A_TEXT_CHANNEL');
  requireVerified(guild, member, account, tools.now);
  const content = (input.content ?? '').trim();
  const embeds = [...(input.embeds ?? [])];
  const permissions = channelPermissions(guild, member, channel);
  requireMessageContent({ content, embeds }, permissions);
  const mentions = findMentions(guild, content, (permissions & PERMISSIONS.MENTION_EVERYONE) !== 0);
  const id = tools.nextId();
  const message: Message = {
    id,
    channel_id: channel.id,
    guild_id: guild.id,
    author,
    content,
    timestamp: timestamp(snowflakeTime(id)),
    edited_timestamp: null,
    tts: (input.tts ?? false) && (permissions & PERMISSIONS.SEND_TTS_MESSAGES) !== 0,
    mention_everyone: mentions.everyone,
    mentions: [...mentions.users],
    mention_roles: [...mentions.roles],
    attachments: [],
    embeds,
    pinned: false,
    type: 0,
    ...(input.nonce === undefined ? {} : { nonce: input.nonce }),
  };
  return {
    result: message,
    changes: [{ kind: 'message', message }],
    events: [{ name: 'MESSAGE_CREATE', data: message, audience: { kind: 'channel', channelId: channel.id } }],
  };
}
