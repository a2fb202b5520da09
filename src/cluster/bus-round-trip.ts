import { setImmediate } from 'node:timers/promises';
import type { Unsubscribe } from '../platform/async/events.js';
import type { Component } from '../platform/lifecycle.js';
import type { Bus } from './bus/bus.js';

const SUBJECT = 'round-trip';
/** How long a reply waits for the events before it, in milliseconds. */
const EVENTS_WITHIN_MS = 100;

/** Waits until messages have passed the bus: what was sent before has left this node, and what had reached the bus has arrived. */
export class BusRoundTrip implements Component {
  readonly #subject: string;
  readonly #unsubscribe: Unsubscribe;
  /** of the events that are published in this turn of the event loop */
  #shared: Promise<void> | null = null;

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

  /**
   * Waits for a moment until the events that were published before have passed the bus, so that they come before the reply: some
   * clients ignore the event of a message that a reply has shown them. Without the bus other nodes get none.
   */
  eventsPassed(): Promise<void> {
    this.#shared ??= this.#endOfTurn();
    return this.#shared;
  }

  async #endOfTurn(): Promise<void> {
    await setImmediate();
    this.#shared = null;
    await this.wait(EVENTS_WITHIN_MS).catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#unsubscribe();
  }
}
