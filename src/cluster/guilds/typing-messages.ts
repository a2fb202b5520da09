import type { EventOf, GuildEvent } from '../../guilds/events.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import { readJson } from '../../platform/text/parse-json.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Bus } from '../bus/bus.js';
import { EVENT_VALIDATORS } from './event-schemas.js';

/** Whether an event is only sent over the bus (docs/adr/0046-events-across-nodes.md). */
export function isTyping({ type }: GuildEvent): boolean {
  return type === 'typingStarted';
}

/** Who is typing in the guilds that nodes follow. It is not stored: a lost message is one indicator less. */
export class TypingMessages {
  constructor(private readonly bus: Pick<Bus, 'publish' | 'subscribe'>) {}

  /** Events of a guild of this node were decided. */
  publish(guildId: Snowflake, events: readonly GuildEvent[]): void {
    for (const event of events) {
      if (isTyping(event)) this.bus.publish(subjectOf(guildId), JSON.stringify(event));
    }
  }

  /** @param receive called for what any node published, this one included */
  subscribe(guildId: Snowflake, receive: (event: EventOf<'typingStarted'>) => void): Unsubscribe {
    return this.bus.subscribe(subjectOf(guildId), (text) => {
      const event = readJson(text, EVENT_VALIDATORS.typingStarted);
      if (event !== null) receive(event);
    });
  }
}

function subjectOf(guildId: Snowflake): string {
  return `typing.${guildId}`;
}
