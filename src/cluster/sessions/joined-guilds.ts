import Type from 'typebox';
import type { GuildEvent } from '../../guilds/events.js';
import type { Component } from '../../platform/lifecycle.js';
import { readJson } from '../../platform/text/parse-json.js';
import { SnowflakeSchema, validator } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { Bus } from '../bus/bus.js';

const SUBJECT = 'joined';

const messageValidator = validator(
  Type.Object({ node: Type.String(), guildId: SnowflakeSchema, userId: SnowflakeSchema }),
);

export interface JoinedGuildsOptions {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  /** the name of this process */
  readonly node: string;
  /** called for each user who joined a guild, on whichever node */
  readonly joined: (guildId: Snowflake, userId: Snowflake) => void;
}

/**
 * Sends to all nodes who joined a guild: the node of the user's sessions does not follow it yet
 * (docs/adr/0048-gateway-sessions-on-any-node.md).
 */
export class JoinedGuilds implements Component {
  readonly #unsubscribe: () => void;

  constructor(private readonly options: JoinedGuildsOptions) {
    this.#unsubscribe = options.bus.subscribe(SUBJECT, (text) => {
      const message = readJson(text, messageValidator);
      if (message === null || message.node === options.node) return;
      options.joined(message.guildId, message.userId);
    });
  }

  /** Events of a guild of this node were stored. */
  guildEvents({ id: guildId }: { readonly id: Snowflake }, events: readonly GuildEvent[]): void {
    const { bus, joined, node } = this.options;
    for (const event of events) {
      if (event.type !== 'guildJoined') continue;
      const { userId } = event;
      joined(guildId, userId);
      bus.publish(SUBJECT, JSON.stringify({ node, guildId, userId }));
    }
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }
}
