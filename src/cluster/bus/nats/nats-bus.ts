import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { Unsubscribe } from '../../../platform/async/events.js';
import type { Logger } from '../../../platform/log.js';
import { type Bus, BusError, isTooLong, MAX_SEALED_BYTES } from '../bus.js';

export interface NatsBusOptions {
  readonly connection: NatsConnection;
  readonly log: Logger;
  /** whether an error means that nobody received a request */
  readonly isNoResponder: (error: unknown) => boolean;
}

/** A bus over NATS (core). It reconnects when the connection is lost; what is published meanwhile is lost. */
export class NatsBus implements Bus {
  #isConnected = true;
  #connections = 1;

  constructor(private readonly options: NatsBusOptions) {
    this.#followStatus().catch((error: unknown) => {
      options.log.error({ err: error }, 'failed to follow the state of the bus');
    });
  }

  get isConnected(): boolean {
    return this.#isConnected && !this.options.connection.isClosed();
  }

  get connections(): number {
    return this.#connections;
  }

  publish(subject: string, text: string): void {
    if (!this.#canSend(subject, text)) return;
    try {
      this.options.connection.publish(subject, text);
    } catch (error) {
      // For example the server accepts only shorter messages. A message that is not sent is one that is lost.
      this.options.log.error({ err: error, subject }, 'failed to publish a message');
    }
  }

  subscribe(subject: string, receive: (text: string) => void): Unsubscribe {
    return this.#subscribe(subject, (message) => receive(message.string()));
  }

  respond(subject: string, answer: (text: string) => Promise<string | null>): Unsubscribe {
    return this.#subscribe(subject, (message) => {
      answer(message.string())
        .then((reply) => {
          if (reply !== null && this.#canSend(subject, reply)) message.respond(reply);
        })
        .catch((error: unknown) =>
          this.options.log.error({ err: error, subject }, 'failed to answer a request'),
        );
    });
  }

  async request(subject: string, text: string, timeoutMs: number): Promise<string> {
    if (!this.#canSend(subject, text)) throw new BusError('not-sent');
    try {
      const reply = await this.options.connection.request(subject, text, { timeout: timeoutMs });
      return reply.string();
    } catch (error) {
      throw new BusError(this.options.isNoResponder(error) ? 'not-sent' : 'no-reply');
    }
  }

  async stop(): Promise<void> {
    this.#isConnected = false;
    await this.options.connection.close();
  }

  #subscribe(subject: string, receive: (message: Msg) => void): Unsubscribe {
    const { connection, log } = this.options;
    const subscription: Subscription = connection.subscribe(subject, {
      callback: (error, message) => {
        if (error !== null) {
          log.error({ err: error, subject }, 'the bus refused a subscription');
          return;
        }
        try {
          receive(message);
        } catch (failure) {
          log.error({ err: failure, subject }, 'failed to process a message');
        }
      },
    });
    return () => {
      if (!connection.isClosed()) subscription.unsubscribe();
    };
  }

  #canSend(subject: string, text: string): boolean {
    if (!this.isConnected) return false;
    if (!isTooLong(text, MAX_SEALED_BYTES)) return true;
    this.options.log.warn({ subject, length: text.length }, 'a message is too long for the bus');
    return false;
  }

  async #followStatus(): Promise<void> {
    const { connection, log } = this.options;
    for await (const { type } of connection.status()) {
      // Each attempt that a server refuses is another disconnection, and is followed by a separate connection.
      if (type === 'disconnect' && this.#isConnected) {
        this.#isConnected = false;
        log.warn('disconnected from the bus');
      } else if (type === 'reconnect' && !this.#isConnected) {
        this.#isConnected = true;
        this.#connections += 1;
        log.info('connected to the bus again');
      }
    }
  }
}
