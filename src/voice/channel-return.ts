import type { ChatClient } from '../client/client.js';
import { combineUnsubscribes, type Unsubscribe } from '../platform/async/events.js';
import { type Clock, hasPassed } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import type { Channel } from '../protocol/objects/channel.js';
import type { Snowflake } from '../protocol/snowflake.js';
import { AlreadyInVoiceError } from './errors.js';

/** Who was away for longer is not brought back: a computer that wakes up must not open its microphone. */
const WITHIN_MS = 120_000;
/** How often it is noted that the computer is awake, in milliseconds: it notices the loss of a connection only then. */
const AWAKE_MS = 10_000;
/** How long the guilds of a new session may take to arrive, in milliseconds. */
const GUILDS_MS = 10_000;

export interface ChannelReturnOptions {
  readonly client: ChatClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** joins a voice channel again */
  readonly join: (channel: Channel) => Promise<unknown>;
}

/**
 * Brings the person back to the voice channel they were in, when the service has forgotten it because it was restarted or the
 * session ended. A session that is resumed needs nothing. Sleep of more than two minutes ends it, which is longer than the
 * restart of a service and the longest pause between two attempts to connect. The service does not store voice states:
 * they would be wrong after both sides crashed. A person whom a moderator removed while their client was unreachable is
 * in the channel again, unless CONNECT is denied.
 */
export class ChannelReturn {
  readonly #unsubscribe: Unsubscribe;
  #channelId: Snowflake | null = null;
  /** when the connection to the service was lost */
  #lostAt = 0;
  /** when the computer was last known to be awake */
  #awakeAt = 0;
  #cancelAwake: () => void = () => {};

  constructor(private readonly options: ChannelReturnOptions) {
    const { client, clock, log } = options;
    this.#unsubscribe = combineUnsubscribes([
      client.on('ownVoiceChannel', ({ channelId }) => {
        if (client.connected) this.#remember(channelId);
      }),
      client.on('connection', ({ connected }) => {
        if (!connected) this.#lostAt = clock.now();
      }),
      client.on('signIn', () => this.#forget()),
      client.on('newSession', () => {
        this.#return().catch((error: unknown) => {
          // Otherwise they selected another channel first.
          if (!(error instanceof AlreadyInVoiceError))
            log.warn({ err: error }, 'failed to join the voice channel again');
        });
      }),
    ]);
  }

  /** The person leaves: if they have not been brought back yet, they no longer will be. */
  cancel(): void {
    if (this.options.client.voiceChannelId === null) this.#forget();
  }

  stop(): void {
    this.#unsubscribe();
    this.#forget();
  }

  #forget(): void {
    this.#remember(null);
  }

  #remember(channelId: Snowflake | null): void {
    const { clock } = this.options;
    this.#channelId = channelId;
    this.#awakeAt = clock.now();
    this.#cancelAwake();
    this.#cancelAwake = channelId === null ? () => {} : clock.every(AWAKE_MS, () => this.#noticeSleep());
  }

  /** Timers do not run while the computer sleeps. Who closed it for long is not brought back. */
  #noticeSleep(): void {
    const now = this.options.clock.now();
    if (now - this.#awakeAt > WITHIN_MS) this.#forget();
    this.#awakeAt = now;
  }

  async #return(): Promise<void> {
    const { client, clock, join } = this.options;
    this.#noticeSleep();
    const channelId = this.#channelId;
    if (channelId === null || hasPassed(clock.now(), this.#lostAt, WITHIN_MS + 1)) return this.#forget();
    await client.caughtUp(GUILDS_MS);
    // Meanwhile the person may have selected another channel, or the service may have named one.
    if (this.#channelId !== channelId || client.voiceChannelId !== null || !client.connected) return;
    const channel = client.state.channel(channelId);
    if (channel !== undefined) await join(channel);
  }
}
