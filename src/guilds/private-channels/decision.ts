import type { PartialEmoji } from '../../protocol/objects/emoji.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ImageChange, MessageChange } from '../changes.js';
import type { Message } from '../message.js';
import type { GuildUser } from '../state.js';
import type { PrivateChannel } from './private-channel.js';

/** What happened in a private channel. */
type PrivateChannelOccurrence =
  /** the channel, which each recipient receives without themselves in its recipients */
  | { readonly type: 'channelCreated' | 'channelUpdated' | 'channelDeleted' }
  | { readonly type: 'recipientAdded'; readonly user: GuildUser; readonly nick: string | null }
  | { readonly type: 'recipientRemoved'; readonly user: GuildUser }
  | { readonly type: 'pinsUpdated' }
  | { readonly type: 'messageCreated' | 'messageUpdated'; readonly message: Message }
  | { readonly type: 'messageDeleted'; readonly messageId: Snowflake }
  | {
      readonly type: 'reactionAdded' | 'reactionRemoved';
      readonly messageId: Snowflake;
      readonly userId: Snowflake;
      readonly emoji: PartialEmoji;
    }
  /** `at` in milliseconds since the Unix epoch */
  | { readonly type: 'typingStarted'; readonly userId: Snowflake; readonly at: number };

/** An event of a private channel; `to` names the users whose sessions receive it. */
export type PrivateChannelEvent = PrivateChannelOccurrence & { readonly to: readonly Snowflake[] };
export type PrivateChannelEventType = PrivateChannelEvent['type'];

/** What a rule of private channels decided. */
export interface PrivateChannelDecision<Result> {
  readonly result: Result;
  /** the changed channel; null: deleted, with its messages */
  readonly channel: PrivateChannel | null;
  readonly changes: readonly (MessageChange | ImageChange)[];
  /** events to send in order after the commit */
  readonly events: readonly PrivateChannelEvent[];
}

/** A decision that changes nothing. */
export function unchanged<Result>(channel: PrivateChannel, result: Result): PrivateChannelDecision<Result> {
  return { result, channel, changes: [], events: [] };
}
