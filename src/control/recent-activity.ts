import Type, { type Static } from 'typebox';
import type { ChatClient } from '../client/client.js';
import { combineUnsubscribes, Emitter, type Unsubscribe } from '../platform/async/events.js';
import type { Clock } from '../platform/clock.js';
import type { Logger } from '../platform/log.js';
import { TimestampSchema } from '../protocol/schema.js';
import { timestamp } from '../protocol/timestamp.js';
import type { KeyCaptures } from '../rpc/captures/shortcut-captures.js';
import type { ConsentDesk } from './consent/consent-desk.js';

/** How many events are kept. */
const MAX_EVENTS = 10;

/** Something that happened, in words with names of others. */
export const RecentEventSchema = Type.Object({ at: TimestampSchema, text: Type.String() });
export type RecentEvent = Static<typeof RecentEventSchema>;

interface Sources {
  readonly captures: KeyCaptures;
  readonly client: ChatClient;
  readonly clock: Clock;
  readonly consent: ConsentDesk;
  readonly log: Logger;
}

/** What happened last since the start, for the overview of the console: requests, key captures, guilds and voice channels. */
export class RecentActivity {
  /** the newest first */
  #events: readonly RecentEvent[] = [];
  readonly #changes: Emitter<{ changed: readonly RecentEvent[] }>;
  readonly #unsubscribe: Unsubscribe;

  constructor(private readonly sources: Sources) {
    const { captures, client, consent, log } = sources;
    this.#changes = Emitter.logging(log, 'recent activity');
    this.#unsubscribe = combineUnsubscribes([
      consent.on('waiting', ({ application }) => this.#add(`${application.name} asked for access`)),
      consent.on('unanswered', ({ application }) =>
        this.#add(`Nobody answered the request of ${application.name}`),
      ),
      captures.on('changed', (capture) => {
        if (capture !== null) this.#add(`${capture.application.name} started to record keys`);
      }),
      client.on('guildCreate', ({ guild, joined }) => {
        if (joined) this.#add(`You joined ${guild.name}`);
      }),
      client.on('ownVoiceChannel', ({ channelId }) => {
        if (channelId === null) this.#add('You left the voice channel');
        else this.#add(`You joined the voice channel ${client.state.channel(channelId)?.name ?? channelId}`);
      }),
      client.on('signIn', ({ user }) => this.#add(`${user.username} signed in`)),
    ]);
  }

  list(): RecentEvent[] {
    return [...this.#events];
  }

  onChange(listener: (events: readonly RecentEvent[]) => void): Unsubscribe {
    return this.#changes.on('changed', listener);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }

  #add(text: string): void {
    this.#events = [{ at: timestamp(this.sources.clock.now()), text }, ...this.#events].slice(0, MAX_EVENTS);
    this.#changes.emit('changed', this.#events);
  }
}
