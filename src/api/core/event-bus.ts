import type { GuildEvent } from '../../guilds/events.js';
import type { PrivateChannelEvent } from '../../guilds/private-channels/decision.js';
import type { ViewedPrivateChannel } from '../../guilds/private-channels/private-channel.js';
import type { GuildAsDecided } from '../../guilds/state.js';
import type { ActivityRequestBody } from '../../protocol/objects/activity-request.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Account } from '../../store/accounts.js';

/** An event for the sessions of the user that it is about. */
export type UserEvent =
  | { readonly type: 'accountChanged'; readonly account: Account }
  /** `from` sends a message about joining a game */
  | { readonly type: 'activityRequest'; readonly from: Account; readonly request: ActivityRequestBody }
  /** `tokenHashes`: the access tokens that were revoked; null: everything that was granted to the application */
  | {
      readonly type: 'tokensRevoked';
      readonly applicationId: Snowflake;
      readonly tokenHashes: readonly string[] | null;
    };

/** Publishes stored changes to connected sessions. */
export interface EventPublisher {
  /**
   * events of one guild, in the order in which they were decided
   *
   * @param guild as it was then: it decides who receives them
   */
  guildEvents(guild: GuildAsDecided, events: readonly GuildEvent[]): void;
  /** an event for one user's own sessions */
  userEvent(userId: Snowflake, event: UserEvent): void;
  /**
   * an event of a private channel, for the sessions of some of its users that receive private channels
   *
   * @param viewed the channel as these users see it
   */
  privateEvent(userIds: readonly Snowflake[], event: PrivateChannelEvent, viewed: ViewedPrivateChannel): void;
  /** an application was registered, changed or deleted */
  applicationsChanged(): void;
  /** ends a user's sessions: the token they were made with is no longer valid */
  endSessions(userId: Snowflake): void;
}

/**
 * Passes published events to its subscribers, synchronously and in order. Registries and gateway know the bus but not
 * each other. It is within this process; src/cluster/ carries events to other nodes.
 */
export class EventBus implements EventPublisher {
  readonly #subscribers = new Set<Partial<EventPublisher>>();

  /** Subscribers are called in the order in which they subscribed. */
  subscribe(subscriber: Partial<EventPublisher>): void {
    this.#subscribers.add(subscriber);
  }

  guildEvents(guild: GuildAsDecided, events: readonly GuildEvent[]): void {
    for (const subscriber of this.#subscribers) subscriber.guildEvents?.(guild, events);
  }

  userEvent(userId: Snowflake, event: UserEvent): void {
    for (const subscriber of this.#subscribers) subscriber.userEvent?.(userId, event);
  }

  privateEvent(
    userIds: readonly Snowflake[],
    event: PrivateChannelEvent,
    viewed: ViewedPrivateChannel,
  ): void {
    for (const subscriber of this.#subscribers) subscriber.privateEvent?.(userIds, event, viewed);
  }

  applicationsChanged(): void {
    for (const subscriber of this.#subscribers) subscriber.applicationsChanged?.();
  }

  endSessions(userId: Snowflake): void {
    for (const subscriber of this.#subscribers) subscriber.endSessions?.(userId);
  }
}
