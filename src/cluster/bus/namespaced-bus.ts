import type { Unsubscribe } from '../../platform/async/events.js';
import type { Bus } from './bus.js';

/** The first word of all subjects, for permissions on a server that others use, too. */
const PREFIX = 'guildhall';

/**
 * A part of a bus: its messages reach only those that use the same namespace, so clusters can share a server
 * (docs/adr/0045-forwarded-requests.md).
 */
export class NamespacedBus implements Bus {
  readonly #prefix: string;

  /** @param namespace a word of letters, digits, `-` and `_` */
  constructor(
    private readonly bus: Bus,
    namespace: string,
  ) {
    this.#prefix = `${PREFIX}.${namespace}.`;
  }

  get isConnected(): boolean {
    return this.bus.isConnected;
  }

  get connections(): number {
    return this.bus.connections;
  }

  publish(subject: string, text: string): void {
    this.bus.publish(this.#prefix + subject, text);
  }

  subscribe(subject: string, receive: (text: string) => void): Unsubscribe {
    return this.bus.subscribe(this.#prefix + subject, receive);
  }

  respond(subject: string, answer: (text: string) => Promise<string | null>): Unsubscribe {
    return this.bus.respond(this.#prefix + subject, answer);
  }

  request(subject: string, text: string, timeoutMs: number): Promise<string> {
    return this.bus.request(this.#prefix + subject, text, timeoutMs);
  }

  stop(): Promise<void> {
    return this.bus.stop();
  }
}
