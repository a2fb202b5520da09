import type { Readable } from 'node:stream';

/**
 * The number of bytes that are read and discarded after a refusal, so that a client whose file is slightly too large
 * receives the error.
 */
const DROPPED_BYTES = 16 * 1024 * 1024;

/** A multipart body that has not been read yet, so that the caller can be authorized first. */
export class MultipartBody {
  /** @param type the Content-Type header, with the boundary */
  constructor(
    readonly stream: Readable,
    readonly type: string,
  ) {}

  /**
   * Discards what was not read, once the reply is decided. A client that sends more than `DROPPED_BYTES` is
   * disconnected.
   */
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
