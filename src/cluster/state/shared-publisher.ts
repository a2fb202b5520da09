import type { EventPublisher, UserEvent } from '../../api/core/event-bus.js';
import type { ApiVersion, EventWriter, WrittenEvent } from '../../api/versions/version.js';
import type { PrivateChannelEvent } from '../../guilds/private-channels/decision.js';
import type { ViewedPrivateChannel } from '../../guilds/private-channels/private-channel.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SharedMessage } from './shared-message.js';

/** Sends events of users to the other nodes, written for each version, because what they are written from is here. */
export class SharedPublisher implements Omit<EventPublisher, 'guildEvents'> {
  /** @param send sends a message to the other nodes */
  constructor(
    private readonly versions: readonly ApiVersion[],
    private readonly send: (message: SharedMessage) => void,
  ) {}

  userEvent(userId: Snowflake, event: UserEvent): void {
    const written = this.#byVersion((version) => version.writeUserEvent(event));
    const [first] = Object.values(written);
    if (first === undefined) return;
    const data = Object.fromEntries(Object.entries(written).map(([number, { data }]) => [number, data]));
    this.send({ kind: 'user-event', userId, name: first.name, data });
  }

  privateEvent(
    userIds: readonly Snowflake[],
    event: PrivateChannelEvent,
    viewed: ViewedPrivateChannel,
  ): void {
    const written = this.#byVersion((version) => version.writePrivateEvent(event, viewed));
    this.send({ kind: 'private-event', userIds: [...userIds], written });
  }

  applicationsChanged(): void {
    this.send({ kind: 'applications' });
  }

  endSessions(userId: Snowflake): void {
    this.send({ kind: 'end-sessions', userId });
  }

  #byVersion(write: EventWriter): Record<string, WrittenEvent> {
    return Object.fromEntries(this.versions.map((version) => [String(version.number), write(version)]));
  }
}
