import type { Encoding } from '../protocol/encoding/encoding.js';
import type { RpcFrame } from '../protocol/rpc/payload.js';

/** A frame for many connections, encoded once per encoding. */
export class SharedFrame {
  readonly #written = new Map<Encoding, string | Uint8Array>();

  constructor(private readonly frame: RpcFrame) {}

  as(encoding: Encoding): string | Uint8Array {
    let written = this.#written.get(encoding);
    if (written === undefined) {
      written = encoding.encode(this.frame);
      this.#written.set(encoding, written);
    }
    return written;
  }
}
