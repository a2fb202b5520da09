import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import type { Bytes, FrameFormat } from './frame-format.js';

/** One event for any number of sessions, encoded once an encoding and only when somebody needs it. */
export class EncodedEvent {
  readonly #encoded = new Map<FrameFormat, Bytes>();
  #data: unknown;

  private constructor(
    readonly name: GatewayEventName,
    data: unknown,
  ) {
    this.#data = data;
  }

  static of<Name extends GatewayEventName>(name: Name, data: GatewayEvents[Name]): EncodedEvent {
    return new EncodedEvent(name, data);
  }

  frame(format: FrameFormat, sequence: number): Bytes {
    return format.dispatch(this.name, sequence, this.#encode(format));
  }

  /** about how many bytes it takes in memory; 0 while nobody encoded it */
  get size(): number {
    let size = 0;
    for (const bytes of this.#encoded.values()) size += bytes.length;
    return size;
  }

  #encode(format: FrameFormat): Bytes {
    let bytes = this.#encoded.get(format);
    if (bytes === undefined) {
      bytes = format.encoding.encode(this.#data);
      this.#encoded.set(format, bytes);
    }
    return bytes;
  }
}
