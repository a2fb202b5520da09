import type { GatewayEventName, GatewayEvents } from '../../protocol/gateway/events.js';
import type { Snowflake } from '../../protocol/snowflake.js';
import type { SharedEvent } from '../versions/v6/gateway-events.js';
import type { EventWriter } from '../versions/version.js';
import type { FrameFormat } from './frame-format.js';
import { websocketMessage } from './websocket-message.js';

/** What an event takes beside its bytes, about. */
const OVERHEAD_BYTES = 100;

/** One event for any number of sessions, encoded once a format and only when somebody needs it. */
export class EncodedEvent {
  readonly #encoded = new Map<FrameFormat, Uint8Array>();
  #size = 0;

  private constructor(private readonly write: EventWriter) {}

  /** An event that is written already, for sessions of one version. */
  static of<Name extends GatewayEventName>(name: Name, data: GatewayEvents[Name]): EncodedEvent {
    return new EncodedEvent(() => ({ name, data }));
  }

  /** An event of a guild, written as the version of each session shows it. */
  static ofGuild(guildId: Snowflake, event: SharedEvent): EncodedEvent {
    return new EncodedEvent((version) => ({
      name: version.eventName(event.type),
      data: version.writeEvent(event, guildId),
    }));
  }

  /** An event that each version writes itself. */
  static writtenBy(write: EventWriter): EncodedEvent {
    return new EncodedEvent(write);
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
      const { name, data } = this.write(format.version);
      bytes = format.shared(name, data);
      this.#encoded.set(format, bytes);
      // Once only: logs add it and take it away again.
      if (this.#size === 0) this.#size = bytes.length + OVERHEAD_BYTES;
    }
    return bytes;
  }
}
