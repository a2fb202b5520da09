import type { GuildEvent } from '../guilds/events.js';
import type { GuildState } from '../guilds/state.js';
import type { GatewayEventName, GatewayEvents } from '../protocol/gateway/events.js';
import type { Snowflake } from '../protocol/snowflake.js';

/** Where events go once what they tell is kept. One process serves its own connections; several would share a bus here. */
export interface EventFanout {
  /** events of one guild, in the order in which they were decided */
  guildEvents(guild: GuildState, events: readonly GuildEvent[]): void;
  /** an event for one user's own sessions */
  userEvent<Name extends GatewayEventName>(userId: Snowflake, name: Name, data: GatewayEvents[Name]): void;
  /** an event of a private channel, for the sessions of some of its users that receive private channels */
  privateEvent<Name extends GatewayEventName>(
    userIds: Iterable<Snowflake>,
    name: Name,
    data: GatewayEvents[Name],
  ): void;
  /** whether a session is not over: being in voice ends with the session that joined */
  hasSession(id: string): boolean;
  /** ends a user's sessions: the token they were made with is no longer valid */
  endSessions(userId: Snowflake): void;
}
