import type { Readable } from 'node:stream';

/** Bytes that are read and dropped after a refusal: a client that sends a file a little too large can read why. */
const DROPPED_BYTES = 16 * 1024 * 1024;

/** A multipart body that has not been read: who may send it is decided first. */
export class MultipartBody {
  /** @param type the Content-Type header, with the boundary */
  constructor(
    readonly stream: Readable,
    readonly type: string,
  ) {}

  /** Drops what nobody read, once the reply is decided; a client that sends on for long is disconnected. */
  dropRest(): void {
    const { stream } = this;
    if (stream.readableEnded || stream.destroyed) return;
    let dropped = 0;
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > DROPPED_BYTES) stream.destroy();
    });
    stream.resume();
  }
}
