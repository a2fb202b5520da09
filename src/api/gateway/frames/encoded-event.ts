import type { SharedEvent } from '../../../guilds/events.js';
import type { GatewayEventName, GatewayEvents } from '../../../protocol/gateway/events.js';
import type { Snowflake } from '../../../protocol/snowflake.js';
import type { ApiVersion, EventWriter, WrittenEvent } from '../../versions/version.js';
import type { FrameFormat } from './frame-format.js';

/** The approximate overhead of an event, in bytes. */
const OVERHEAD_BYTES = 100;

/** An event that a newer one makes superfluous, so that a client that missed both needs the newer one alone. */
export interface Replaceable {
  /** of both */
  readonly key: string;
  /** whether it means nothing after some seconds, with or without a newer one */
  readonly isMomentary: boolean;
}

/** An event for any number of sessions, encoded lazily once per format. */
export class EncodedEvent {
  readonly #encoded = new Map<FrameFormat, Uint8Array>();
  #size = 0;
  #replaceable: Replaceable | null = null;

  private constructor(
    private readonly write: EventWriter,
    /** whether it is kept for sessions of one user: others that receive the same have one of their own */
    readonly isOfOneUser = false,
  ) {}

  /** An event whose data is written already: for sessions of one user, or a short one for all sessions of a version. */
  static of<Name extends GatewayEventName>(name: Name, data: GatewayEvents[Name]): EncodedEvent {
    return new EncodedEvent(() => ({ name, data }), true);
  }

  /** An event of a guild, written by the version of each session. */
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
    return Buffer.concat([this.#encode(format), Uint8Array.from(format.own(sequence))]);
  }

  /** The event as a version writes it. */
  writtenFor(version: ApiVersion): WrittenEvent {
    return this.write(version);
  }

  /** The part of the dispatch that all sessions get; `format.own` follows. */
  shared(format: FrameFormat): Uint8Array {
    return this.#encode(format);
  }

  /** The approximate size in memory, in bytes; computed on first use. */
  get size(): number {
    return this.#size;
  }

  /** Null: a client needs it, whatever follows. Known after it was encoded. */
  get replaceable(): Replaceable | null {
    return this.#replaceable;
  }

  /** Encodes the event for sessions that may receive it later, so that its size is known. */
  prepare(format: FrameFormat): void {
    this.#encode(format);
  }

  #encode(format: FrameFormat): Uint8Array {
    let bytes = this.#encoded.get(format);
    if (bytes === undefined) {
      const { name, data } = this.write(format.version);
      // A copy, because a short Buffer keeps alive the 8 KiB pool of Node.js, and logs keep events for long.
      bytes = new Uint8Array(format.shared(name, data));
      this.#encoded.set(format, bytes);
      // Must not change, because logs add and subtract it.
      if (this.#size === 0) {
        this.#size = bytes.length + OVERHEAD_BYTES;
        this.#replaceable = replaceableOf({ name, data });
      }
    }
    return bytes;
  }
}

/** Who types in a channel, and the presence of a member of a guild: the newest event of each says everything. */
function replaceableOf({ name, data }: WrittenEvent): Replaceable | null {
  if (name !== 'TYPING_START' && name !== 'PRESENCE_UPDATE') return null;
  const isMomentary = name === 'TYPING_START';
  const [where, who] = isMomentary
    ? [field(data, 'channel_id'), field(data, 'user_id')]
    : [field(data, 'guild_id'), field(field(data, 'user'), 'id')];
  return { key: `${name} ${String(where)} ${String(who)}`, isMomentary };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
