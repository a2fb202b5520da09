import type { GuildEventType, SharedEvent } from '../../guilds/events.js';
import type { PrivateChannelEvent, PrivateChannelEventType } from '../../guilds/private-channels/decision.js';
import type { ViewedPrivateChannel } from '../../guilds/private-channels/private-channel.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { UserEvent } from '../core/event-bus.js';
import type { Bodies } from './body-inputs.js';
import type { Views } from './views.js';

/** An event in the format of a version. */
export interface WrittenEvent {
  readonly name: GatewayEventName;
  readonly data: unknown;
}

/** Writes an event for the clients of a version. */
export type EventWriter = (version: ApiVersion) => WrittenEvent;

/**
 * One public version of the interface: the format of the bodies that its clients send, and of the objects and events
 * that they receive.
 */
export interface ApiVersion {
  /** as in requests, e.g. `/api/v6` and `?v=6` */
  readonly number: number;
  readonly bodies: Bodies;
  readonly views: Views;
  eventName(type: GuildEventType): GatewayEventName;
  privateEventName(type: PrivateChannelEventType): GatewayEventName;
  /** The data of an event of a guild. */
  writeEvent(event: SharedEvent, guildId: Snowflake): object;
  /** An event for the user that it is about. */
  writeUserEvent(event: UserEvent): WrittenEvent;
  /** An event of a private channel. @param viewed the channel, and one of its users */
  writePrivateEvent(event: PrivateChannelEvent, viewed: ViewedPrivateChannel): WrittenEvent;
}
