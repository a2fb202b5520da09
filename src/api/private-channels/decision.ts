import type { ImageChange, MessageChange } from '../../guilds/changes.js';
import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { PrivateChannel } from './private-channel.js';

/** Events with the channel itself, which each user is sent without themselves among its recipients. */
type ChannelEventName = 'CHANNEL_CREATE' | 'CHANNEL_UPDATE' | 'CHANNEL_DELETE';

/** Events with the same data for all users. */
type SharedEventName =
  | 'CHANNEL_RECIPIENT_ADD'
  | 'CHANNEL_RECIPIENT_REMOVE'
  | 'CHANNEL_PINS_UPDATE'
  | 'MESSAGE_CREATE'
  | 'MESSAGE_UPDATE'
  | 'MESSAGE_DELETE'
  | 'MESSAGE_REACTION_ADD'
  | 'MESSAGE_REACTION_REMOVE'
  | 'TYPING_START';

type SharedEvent = {
  [Name in SharedEventName & GatewayEventName]: {
    readonly name: Name;
    readonly to: readonly Snowflake[];
    readonly data: GatewayEvents[Name];
  };
}[SharedEventName];

/** An event of a private channel; `to` names the users whose sessions receive it. */
export type PrivateChannelEvent =
  | { readonly name: ChannelEventName; readonly to: readonly Snowflake[] }
  | SharedEvent;

/** What a rule of private channels decided. */
export interface PrivateChannelDecision<Result> {
  readonly result: Result;
  /** the channel from now on; null: it is deleted, with its messages */
  readonly channel: PrivateChannel | null;
  readonly changes: readonly (MessageChange | ImageChange)[];
  /** what to send, in this order, once all of it is stored */
  readonly events: readonly PrivateChannelEvent[];
}

/** A decision that changes nothing. */
export function unchanged<Result>(channel: PrivateChannel, result: Result): PrivateChannelDecision<Result> {
  return { result, channel, changes: [], events: [] };
}
