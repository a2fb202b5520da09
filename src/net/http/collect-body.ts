import type { IncomingMessage } from 'node:http';
import { findBodies, type UnfinishedBodies } from './unfinished-bodies.js';

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
  let bytes: Buffer = EMPTY;
  let length = 0;
  let unfinished: UnfinishedBodies | null = null;
  const finish = (body: Buffer | null) => {
    unfinished?.forget(request);
    done(body);
  };
  if (expected > most) {
    done(null);
  } else if (hasEmptyBody(request)) {
    done(EMPTY);
  } else {
    request.on('data', (chunk: Buffer) => {
      if (length > most) return;
      const before = length;
      length += chunk.length;
      if (length > most) {
        bytes = EMPTY;
        finish(null);
        return;
      }
      bytes = before === 0 ? chunk : append(chunk, bytes, before, header === undefined ? most : expected);
      if (length === expected) return finish(bytes);
      unfinished ??= findBodies(request)?.collected ?? null;
      unfinished?.note(request, bytes.length);
    });
    // Node.js ends a chunked body; of others it is known before that they are complete.
    if (header === undefined) {
      request.once('end', () => length <= most && finish(bytes.subarray(0, length)));
    }
  }
}

/**
 * Appends to the first bytes of a buffer, which doubles: a list of chunks of a byte each would take hundreds of times as much memory.
 *
 * @param most how many bytes it will have at most
 * @returns the buffer, or a longer one
 */
function append(chunk: Buffer, bytes: Buffer, length: number, most: number): Buffer {
  const needed = length + chunk.length;
  if (needed <= bytes.length) {
    chunk.copy(bytes, length);
    return bytes;
  }
  const longer = Buffer.alloc(Math.min(most, Math.max(2 * bytes.length, needed)));
  bytes.copy(longer, 0, 0, length);
  chunk.copy(longer, length);
  return longer;
}
