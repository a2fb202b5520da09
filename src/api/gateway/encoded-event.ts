import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import type { FrameFormat } from './frame-format.js';
import { websocketMessage } from './websocket-message.js';

/** What an event takes beside its bytes, about. */
const OVERHEAD_BYTES = 100;

/** One event for any number of sessions, encoded once an encoding and only when somebody needs it. */
export class EncodedEvent {
  readonly #encoded = new Map<FrameFormat, Uint8Array>();
  #size = 0;

  private constructor(
    readonly name: GatewayEventName,
    private readonly data: unknown,
  ) {}

  static of<Name extends GatewayEventName>(name: Name, data: GatewayEvents[Name]): EncodedEvent {
    return new EncodedEvent(name, data);
  }

  /** The dispatch for one session. */
  frame(format: FrameFormat, sequence: number): Buffer {
    return Buffer.concat([this.#encode(format), format.own(sequence)]);
  }

  /** The dispatch as a WebSocket message, ready for the socket. */
  message(format: FrameFormat, sequence: number): Buffer {
    return websocketMessage(format.encoding.binary, this.#encode(format), format.own(sequence));
  }

  /** About how many bytes it takes in memory, from when it was measured first. */
  get size(): number {
    return this.#size;
  }

  /** Encodes it for somebody who may get it later, so that its size is known. */
  prepare(format: FrameFormat): void {
    this.#encode(format);
  }

  #encode(format: FrameFormat): Uint8Array {
    let bytes = this.#encoded.get(format);
    if (bytes === undefined) {
      bytes = format.shared(this.name, this.data);
      this.#encoded.set(format, bytes);
      // Once only: logs add it and take it away again.
      if (this.#size === 0) this.#size = bytes.length + OVERHEAD_BYTES;
    }
    return bytes;
  }
}
