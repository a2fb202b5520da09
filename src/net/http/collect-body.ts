import type { IncomingMessage } from 'node:http';

const EMPTY = Buffer.alloc(0);

/** Whether a request has no body, by its headers. */
export function hasEmptyBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0);
}

/** The media type of a request's body, in lower case and without parameters; empty if there is none. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  const [type = ''] = (headers['content-type'] ?? '').split(';', 1);
  return type.trim().toLowerCase();
}

/**
 * Collects the body of a request. Calls `done` as soon as the last byte is there, so that a later request of the same
 * connection does not overtake this one.
 *
 * @param most the maximum number of bytes
 * @param done receives null once the body is known to be longer; the client may still send it
 */
export function collectBody(
  request: IncomingMessage,
  most: number,
  done: (body: Buffer | null) => void,
): void {
  const header = request.headers['content-length'];
  const expected = header === undefined ? Number.NaN : Number(header);
  const chunks: Buffer[] = [];
  let length = 0;
  const finish = () => {
    const [first = EMPTY] = chunks;
    done(chunks.length < 2 ? first : Buffer.concat(chunks));
  };
  if (expected > most) {
    done(null);
  } else if (hasEmptyBody(request)) {
    finish();
  } else {
    request.on('data', (chunk: Buffer) => {
      if (length > most) return;
      length += chunk.length;
      if (length > most) {
        chunks.length = 0;
        done(null);
        return;
      }
      chunks.push(chunk);
      if (length === expected) finish();
    });
    // Node.js ends a chunked body; of others it is known before that they are complete.
    if (header === undefined) request.once('end', () => length <= most && finish());
  }
}
