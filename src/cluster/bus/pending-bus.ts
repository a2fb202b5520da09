import { BackOff } from '../../platform/async/back-off.js';
import type { Unsubscribe } from '../../platform/async/events.js';
import { pause } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors.js';
import type { Logger } from '../../platform/log.js';
import { type Bus, BusError } from './bus.js';

const RETRY = { firstMs: 250, longestMs: 2_000 };

export interface PendingBusOptions {
  /** connects once */
  readonly open: () => Promise<Bus>;
  readonly clock: Clock;
  readonly log: Logger;
}

type Subscription = (bus: Bus) => Unsubscribe;

/**
 * A bus whose server cannot be reached yet. Until it is, a node serves the guilds that it owns: what is published is lost,
 * requests are not sent, and subscriptions wait.
 */
export class PendingBus implements Bus {
  #bus: Bus | null = null;
  /** what is subscribed to once it is connected, and how that is ended afterwards */
  readonly #waiting = new Map<Subscription, Unsubscribe | null>();
  readonly #stopping = new AbortController();
  readonly #connecting: Promise<void>;

  constructor(private readonly options: PendingBusOptions) {
    this.#connecting = this.#connect();
  }

  get isConnected(): boolean {
    return this.#bus?.isConnected ?? false;
  }

  get connections(): number {
    return this.#bus?.connections ?? 0;
  }

  publish(subject: string, text: string): void {
    this.#bus?.publish(subject, text);
  }

  subscribe(subject: string, receive: (text: string) => void): Unsubscribe {
    return this.#subscribe((bus) => bus.subscribe(subject, receive));
  }

  respond(subject: string, answer: (text: string) => Promise<string | null>): Unsubscribe {
    return this.#subscribe((bus) => bus.respond(subject, answer));
  }

  async request(subject: string, text: string, timeoutMs: number): Promise<string> {
    if (this.#bus === null) throw new BusError('not-sent');
    return await this.#bus.request(subject, text, timeoutMs);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#connecting;
    await this.#bus?.stop();
  }

  #subscribe(subscription: Subscription): Unsubscribe {
    if (this.#bus !== null) return subscription(this.#bus);
    this.#waiting.set(subscription, null);
    return () => {
      this.#waiting.get(subscription)?.();
      this.#waiting.delete(subscription);
    };
  }

  async #connect(): Promise<void> {
    const { clock, log, open } = this.options;
    const { signal } = this.#stopping;
    const backOff = new BackOff(RETRY, Math.random);
    let logged = '';
    while (!signal.aborted) {
      await pause(clock, backOff.next(), signal);
      if (signal.aborted) return;
      try {
        const bus = await open();
        for (const subscription of this.#waiting.keys()) {
          this.#waiting.set(subscription, subscription(bus));
        }
        this.#bus = bus;
      } catch (error) {
        // Once for each reason, e.g. a password that was changed meanwhile.
        if (messageOf(error) !== logged) log.warn({ err: error }, 'failed to connect to the bus');
        logged = messageOf(error);
        continue;
      }
      log.info('connected to the bus');
      return;
    }
  }
}
