import type { Unsubscribe } from '../platform/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { Bus } from './bus/bus.js';

const SUBJECT = 'round-trip';

/** Waits until messages have passed the bus: what was sent before has left this node, and what had reached the bus has arrived. */
export class BusRoundTrip implements Component {
  readonly #subject: string;
  readonly #unsubscribe: Unsubscribe;

  /** @param name of this process */
  constructor(
    private readonly bus: Pick<Bus, 'request' | 'respond'>,
    name: string,
  ) {
    this.#subject = `${SUBJECT}.${Buffer.from(name).toString('base64url')}`;
    this.#unsubscribe = bus.respond(this.#subject, async () => '');
  }

  /** @param timeoutMs how long it waits at most, in milliseconds @throws {BusError} */
  async wait(timeoutMs: number): Promise<void> {
    await this.bus.request(this.#subject, '', timeoutMs);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }
}
