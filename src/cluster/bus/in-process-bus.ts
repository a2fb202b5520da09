import type { Unsubscribe } from '../../platform/async/events.js';
import { unlessLate } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { Logger } from '../../platform/log.js';
import { type Bus, BusError, isTooLong, MAX_SEALED_BYTES } from './bus.js';

type Receive = (text: string) => void;
type Answer = (text: string) => Promise<string | null>;

/** What the buses of one process share: a message of one reaches the subscribers of all. */
export class InProcessHub {
  readonly subscribers = new Map<string, Set<Receive>>();
  readonly responders = new Map<string, Set<Answer>>();
}

export interface InProcessBusOptions {
  readonly hub: InProcessHub;
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Logger;
  /** whether no other node uses the hub: it is not connected to any then, and only this process receives its messages */
  readonly isAlone?: boolean;
}

/** A bus between nodes in one process, for a single node and for tests. */
export class InProcessBus implements Bus {
  readonly #undo = new Set<Unsubscribe>();
  readonly connections = 1;
  #isConnected = true;

  constructor(private readonly options: InProcessBusOptions) {}

  get isConnected(): boolean {
    return this.#isConnected && this.options.isAlone !== true;
  }

  publish(subject: string, text: string): void {
    if (!this.#canSend(text)) return;
    setImmediate(() => {
      for (const receive of [...(this.options.hub.subscribers.get(subject) ?? [])]) receive(text);
    });
  }

  subscribe(subject: string, receive: Receive): Unsubscribe {
    return this.#add(this.options.hub.subscribers, subject, (text) => {
      try {
        receive(text);
      } catch (error) {
        this.options.log.error({ err: error, subject }, 'failed to process a message');
      }
    });
  }

  respond(subject: string, answer: Answer): Unsubscribe {
    return this.#add(this.options.hub.responders, subject, async (text) => {
      const reply = await answer(text);
      if (reply !== null && !this.#canSend(reply)) throw new BusError('not-sent');
      return reply;
    });
  }

  async request(subject: string, text: string, timeoutMs: number): Promise<string> {
    const { clock, hub, log } = this.options;
    const [answer] = hub.responders.get(subject) ?? [];
    if (answer === undefined || !this.#canSend(text)) throw new BusError('not-sent');
    const reply = new Promise<string>((resolve) => {
      setImmediate(() => {
        answer(text).then(
          (reply) => {
            if (reply !== null) resolve(reply);
          },
          (error: unknown) => log.error({ err: error, subject }, 'failed to answer a request'),
        );
      });
    });
    return unlessLate(clock, timeoutMs, reply, () => new BusError('no-reply'));
  }

  async stop(): Promise<void> {
    this.#isConnected = false;
    for (const undo of [...this.#undo]) undo();
  }

  #canSend(text: string): boolean {
    return this.#isConnected && !isTooLong(text, MAX_SEALED_BYTES);
  }

  #add<Listener>(listeners: Map<string, Set<Listener>>, subject: string, listener: Listener): Unsubscribe {
    const set = listeners.get(subject) ?? new Set();
    listeners.set(subject, set.add(listener));
    const undo = () => {
      this.#undo.delete(undo);
      set.delete(listener);
      if (set.size === 0 && listeners.get(subject) === set) listeners.delete(subject);
    };
    this.#undo.add(undo);
    return undo;
  }
}
