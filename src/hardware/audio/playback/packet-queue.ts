/** A packet of a speaker that has arrived. */
export interface Packet {
  /** of its packet, continued beyond 16 bits */
  readonly sequence: number;
  /** of its first sample, continued beyond 32 bits */
  readonly start: number;
  /** its length in samples */
  readonly samples: number;
  readonly opus: Buffer;
  /** whether it is the first to arrive after a pause that timestamps do not tell */
  readonly isFirst: boolean;
  /** whether its sender started over with it: a decoder that knows what came before is of no use */
  readonly isNewStream: boolean;
}

/** Packets by their sequence. */
export class PacketQueue {
  readonly #packets: Packet[] = [];

  get length(): number {
    return this.#packets.length;
  }

  /** The first one. */
  get head(): Packet | undefined {
    return this.#packets[0];
  }

  /** The one after the first. */
  get second(): Packet | undefined {
    return this.#packets[1];
  }

  /** The last one. */
  get tail(): Packet | undefined {
    return this.#packets.at(-1);
  }

  /** Adds a packet unless it is there. Most belong to the end. */
  add(packet: Packet): void {
    let index = this.#packets.length;
    while (index > 0 && (this.#packets[index - 1]?.sequence ?? 0) > packet.sequence) index -= 1;
    if (this.#packets[index - 1]?.sequence !== packet.sequence) this.#packets.splice(index, 0, packet);
  }

  shift(): void {
    this.#packets.shift();
  }

  clear(): void {
    this.#packets.length = 0;
  }
}
