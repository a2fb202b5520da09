import { KEEPALIVE_BYTES } from '../../net/voice-packets/keepalive.js';
import type { Clock } from '../../platform/clock.js';

/** How often the endpoint is asked for an echo, in milliseconds; it also keeps the mapping of a NAT. */
const INTERVAL_MS = 5000;
/** How soon it is asked again while no echo came, in milliseconds. */
const REPEAT_MS = 1000;
/**
 * Without an echo of this many requests in a row the endpoint is no longer reachable. If a fifth of the packets of
 * each direction is lost, that happens once in a day.
 */
const MAX_UNANSWERED = 10;

export interface EchoesOptions {
  /** sends a packet to the endpoint, which sends it back */
  readonly send: (packet: Buffer) => void;
  /** a packet took this long there and back, in milliseconds */
  readonly ping: (ms: number) => void;
  /** called once when too many were unanswered; nothing is sent afterwards */
  readonly unreachable: () => void;
  readonly clock: Clock;
}

/** Checks that packets still reach the endpoint and come back, and how long they take. */
export class Echoes {
  /** when the unanswered requests were sent, by their counter */
  readonly #unanswered = new Map<number, number>();
  #counter = 0;
  #cancelNext: () => void;

  constructor(private readonly options: EchoesOptions) {
    this.#cancelNext = options.clock.after(INTERVAL_MS, () => this.#ask());
  }

  /** A packet of the size of an echo arrived. A late one counts as well: packets still pass. */
  receive(packet: Buffer): void {
    const sentAt = this.#unanswered.get(packet.readUInt32LE(0));
    if (sentAt === undefined) return;
    this.#unanswered.clear();
    const { clock, ping } = this.options;
    this.#cancelNext();
    this.#cancelNext = clock.after(INTERVAL_MS, () => this.#ask());
    // The system's time may be set back.
    ping(Math.max(0, clock.now() - sentAt));
  }

  stop(): void {
    this.#cancelNext();
  }

  #ask(): void {
    const { clock, send, unreachable } = this.options;
    if (this.#unanswered.size >= MAX_UNANSWERED) {
      unreachable();
      return;
    }
    this.#counter = (this.#counter + 1) >>> 0;
    this.#unanswered.set(this.#counter, clock.now());
    const packet = Buffer.alloc(KEEPALIVE_BYTES);
    packet.writeUInt32LE(this.#counter);
    this.#cancelNext = clock.after(REPEAT_MS, () => this.#ask());
    send(packet);
  }
}
