import type { GuildEventType } from '../../guilds/events.js';
import type { GatewayEventName } from '../../protocol/gateway/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SharedEvent } from './v6/gateway-events.js';
import type { Views } from './v6/views.js';

/** One public version of the interface: how domain objects and events are written for its clients. */
export interface ApiVersion {
  /** as clients ask for it, e.g. `/api/v6` and `?v=6` */
  readonly number: number;
  readonly views: Views;
  eventName(type: GuildEventType): GatewayEventName;
  /** The data of an event of a guild. */
  writeEvent(event: SharedEvent, guildId: Snowflake): object;
}
