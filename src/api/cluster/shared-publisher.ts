import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { EventPublisher } from '../core/event-bus.js';
import type { ApiVersion, EventWriter } from '../versions/version.js';
import type { SharedMessage } from './shared-message.js';

/** What is published to sessions apart from events of guilds. */
export type SharedEvents = Omit<EventPublisher, 'guildEvents'>;

/** Sends events of users to the other nodes, written for each version, because what they are written from is here. */
export class SharedPublisher implements SharedEvents {
  /** @param send sends a message to the other nodes */
  constructor(
    private readonly versions: readonly ApiVersion[],
    private readonly send: (message: SharedMessage) => void,
  ) {}

  userEvent<Name extends GatewayEventName>(
    userId: Snowflake,
    name: Name,
    write: (version: ApiVersion) => GatewayEvents[Name],
  ): void {
    this.send({ kind: 'user-event', userId, name, data: this.#byVersion(write) });
  }

  privateEvent(userIds: Iterable<Snowflake>, write: EventWriter): void {
    this.send({ kind: 'private-event', userIds: [...userIds], written: this.#byVersion(write) });
  }

  applicationsChanged(): void {
    this.send({ kind: 'applications' });
  }

  endSessions(userId: Snowflake): void {
    this.send({ kind: 'end-sessions', userId });
  }

  #byVersion<Written>(write: (version: ApiVersion) => Written): Record<string, Written> {
    return Object.fromEntries(this.versions.map((version) => [String(version.number), write(version)]));
  }
}
