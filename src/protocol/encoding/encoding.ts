/** How frames are written on a WebSocket, chosen with the `encoding` query parameter at connect. */
export interface Encoding {
  readonly name: 'json' | 'etf';
  /** whether frames are WebSocket binary messages */
  readonly binary: boolean;
  encode(value: unknown): string | Uint8Array;
  /** @throws {DecodeError} if the bytes are not one whole value */
  decode(data: Uint8Array): unknown;
}

/** A frame that is not one whole value of its encoding. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';
}
