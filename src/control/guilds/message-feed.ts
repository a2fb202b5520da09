import Type, { type Static } from 'typebox';
import type { ChatClient } from '../../client/client.js';
import { combineUnsubscribes } from '../../platform/async/events.js';
import { untilAborted } from '../../platform/async/promises.js';
import type { Message } from '../../protocol/objects/message.js';
import { SnowflakeSchema } from '../../protocol/schema.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import { MessagePageSchema, ShownMessageSchema } from './guild-schemas.js';
import { readMessages } from './read-messages.js';
import { showMessage } from './show-message.js';

/** What happens to the messages of a channel. */
export const MessagePartSchema = Type.Union([
  /** the newest messages, once */
  Type.Object({ part: Type.Literal('page'), value: MessagePageSchema }),
  /** a new or changed one */
  Type.Object({ part: Type.Literal('message'), value: ShownMessageSchema }),
  Type.Object({ part: Type.Literal('deleted'), value: SnowflakeSchema }),
]);
export type MessagePart = Static<typeof MessagePartSchema>;

/** The newest messages of a channel, and what happens to its messages from then on. */
export class MessageFeed {
  /** the events that arrive while the newest messages are read; null: those were sent */
  #early: MessagePart[] | null = [];

  constructor(
    private readonly client: Pick<ChatClient, 'messages' | 'on' | 'signInState' | 'state' | 'user'>,
    private readonly channelId: Snowflake,
    private readonly emit: (part: MessagePart) => void,
  ) {}

  /**
   * Runs until `signal` is aborted, or events may have been missed.
   *
   * @throws {ControlError} `not_found`
   * @throws {ServiceError} if the service refuses
   */
  async run(signal: AbortSignal): Promise<void> {
    const { channelId, client } = this;
    const missed = new AbortController();
    const unsubscribe = combineUnsubscribes([
      client.on('messageCreate', ({ message }) => this.#put(message)),
      client.on('messageUpdate', ({ message }) => this.#put(message)),
      client.on('messageDelete', ({ id, channel_id }) => {
        if (channel_id === channelId) this.#send({ part: 'deleted', value: id });
      }),
      client.on('newSession', () => missed.abort()),
    ]);
    try {
      this.#start({ part: 'page', value: await readMessages(client, channelId, null) });
      await untilAborted(AbortSignal.any([signal, missed.signal]));
    } finally {
      unsubscribe();
    }
  }

  #start(page: MessagePart): void {
    const early = this.#early ?? [];
    this.#early = null;
    for (const part of [page, ...early]) this.emit(part);
  }

  #put(message: Message): void {
    if (message.channel_id !== this.channelId) return;
    const shown = showMessage(this.client.state, message);
    if (shown !== null) this.#send({ part: 'message', value: shown });
  }

  #send(part: MessagePart): void {
    if (this.#early === null) this.emit(part);
    else this.#early.push(part);
  }
}
