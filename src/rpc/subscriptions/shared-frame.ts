import type { Encoding } from '../../protocol/encoding/encoding.js';
import type { RpcFrame } from '../../protocol/rpc/payload.js';

/** Writes the data of a frame as a transport carries it, e.g. with its length. */
export type Framing = (data: string | Uint8Array) => Uint8Array;

interface Written {
  readonly encoding: Encoding;
  readonly framing: Framing;
  readonly bytes: Uint8Array;
}

/**
 * A frame for many connections, encoded and framed once for all that have the same encoding and transport. `ws` would write
 * a header and a payload for each, which costs 1.4 times as much processor time as writing one buffer to the socket.
 */
export class SharedFrame {
  /** one entry, or a few */
  readonly #written: Written[] = [];

  constructor(readonly frame: RpcFrame) {}

  /** The frame as it goes to a socket. @param framing one function for all connections of a transport */
  as(encoding: Encoding, framing: Framing): Uint8Array {
    for (const written of this.#written) {
      if (written.encoding === encoding && written.framing === framing) return written.bytes;
    }
    const bytes = framing(encoding.encode(this.frame));
    this.#written.push({ encoding, framing, bytes });
    return bytes;
  }
}
