import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A server ended a request without an HTTP response, or switched to another protocol. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/**
 * Waits for the head of the response; the body is still to be read. It always settles once the request has ended: a
 * server may also answer with a change of protocol that nobody asked for, which Node.js reports neither as a response nor
 * as an error.
 *
 * @throws {NoResponseError}
 */
export function awaitResponse(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const refuse = ({ statusCode }: IncomingMessage, socket: Duplex) => {
      socket.destroy();
      reject(new NoResponseError(`it switched to another protocol (status ${statusCode})`));
    };
    request
      .once('response', resolve)
      .once('upgrade', refuse)
      .once('connect', refuse)
      .on('error', reject)
      .once('close', () => reject(new NoResponseError('the connection was closed without a response')));
  });
}
