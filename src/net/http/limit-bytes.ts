import { ExpectedError } from '../../protocol/expected-error.js';

/** A stream exceeded its maximum length. */
export class TooLongError extends ExpectedError {
  override readonly name = 'TooLongError';

  /** @param most the maximum number of bytes */
  constructor(readonly most: number) {
    super(`longer than ${most} bytes`);
  }
}

/**
 * A pipeline stage that passes on a limited number of bytes.
 *
 * @throws {TooLongError} at the first excess byte
 */
export function limitBytes(most: number) {
  return async function* pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > most) throw new TooLongError(most);
      yield chunk;
    }
  };
}

/**
 * Reads a whole stream.
 *
 * @param most the maximum number of bytes; the stream is destroyed if there are more
 * @throws {TooLongError} at the first excess byte
 */
export async function readBytes(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of limitBytes(most)(chunks)) read.push(chunk);
  return Buffer.concat(read);
}
