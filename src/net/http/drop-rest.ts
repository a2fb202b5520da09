import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { afterReplies } from './reply-order.js';

/** How much of a body is read and discarded, in bytes, so that a client whose file is too large receives the error. */
const DROPPED_BYTES = 16 * 1024 * 1024;

/**
 * Discards what was not read of a request's body once the reply is decided: a connection that is closed before its client has
 * sent everything is reset, and then the client may not read the reply. One that sends more than 16 MiB is disconnected.
 *
 * @returns resolves when the body has ended or its connection is closed
 */
export function dropRest(body: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (body.readableEnded || body.destroyed) return resolve();
    let dropped = 0;
    body.on('error', () => undefined);
    body.on('data', (chunk: Buffer) => {
      dropped += chunk.length;
      if (dropped > DROPPED_BYTES) body.destroy();
    });
    body.once('end', resolve);
    body.once('close', resolve);
    body.resume();
  });
}

/** Closes the connection of a reply that was written whole, although its client still sends the body of the request. */
export function closeAfterReply({ req }: ServerResponse): void {
  const { socket } = req;
  const ended = new Promise<void>((resolve) => {
    afterReplies(socket, () => {
      // The client learns at once that nothing follows; what it sends is still received.
      socket.end();
      resolve();
    });
  });
  void Promise.all([ended, dropRest(req)]).then(() => socket.destroy());
}
