/** A stream was longer than allowed. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';

  /** @param most bytes that were allowed */
  constructor(readonly most: number) {
    super(`longer than ${most} bytes`);
  }
}

/**
 * A stage of a pipeline that passes on at most so many bytes.
 *
 * @throws {TooLongError} at the first byte too many
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
 * @param most bytes that are read; the stream is ended when there are more
 * @throws {TooLongError} at the first byte too many
 */
export async function readBytes(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of limitBytes(most)(chunks)) read.push(chunk);
  return Buffer.concat(read);
}
