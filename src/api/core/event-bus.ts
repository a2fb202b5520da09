import type { GuildEvent } from '../../guilds/events.js';
import type { GuildState } from '../../guilds/state.js';
import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { ApiVersion, EventWriter } from '../versions/version.js';

/** Publishes stored changes to connected sessions. */
export interface EventPublisher {
  /** events of one guild, in the order in which they were decided */
  guildEvents(guild: GuildState, events: readonly GuildEvent[]): void;
  /** an event for one user's own sessions, written as the version of each shows it */
  userEvent<Name extends GatewayEventName>(
    userId: Snowflake,
    name: Name,
    write: (version: ApiVersion) => GatewayEvents[Name],
  ): void;
  /** an event of a private channel, for the sessions of some of its users that receive private channels */
  privateEvent(userIds: Iterable<Snowflake>, write: EventWriter): void;
  /** an application was registered, changed or deleted */
  applicationsChanged(): void;
  /** ends a user's sessions: the token they were made with is no longer valid */
  endSessions(userId: Snowflake): void;
}

/**
 * Passes published events to its subscribers, synchronously and in order. Registries and gateway know the bus but not
 * each other. It is within this process; src/api/cluster/ carries events to other nodes.
 */
export class EventBus implements EventPublisher {
  readonly #subscribers = new Set<Partial<EventPublisher>>();

  /** Subscribers are called in the order in which they subscribed. */
  subscribe(subscriber: Partial<EventPublisher>): void {
    this.#subscribers.add(subscriber);
  }

  guildEvents(guild: GuildState, events: readonly GuildEvent[]): void {
    for (const subscriber of this.#subscribers) subscriber.guildEvents?.(guild, events);
  }

  userEvent<Name extends GatewayEventName>(
    userId: Snowflake,
    name: Name,
    write: (version: ApiVersion) => GatewayEvents[Name],
  ): void {
    for (const subscriber of this.#subscribers) subscriber.userEvent?.(userId, name, write);
  }

  privateEvent(userIds: Iterable<Snowflake>, write: EventWriter): void {
    for (const subscriber of this.#subscribers) subscriber.privateEvent?.(userIds, write);
  }

  applicationsChanged(): void {
    for (const subscriber of this.#subscribers) subscriber.applicationsChanged?.();
  }

  endSessions(userId: Snowflake): void {
    for (const subscriber of this.#subscribers) subscriber.endSessions?.(userId);
  }
}
