import type { Writable } from 'node:stream';
import { createMessage } from './websocket-message.js';

/**
 * A WebSocket message for many connections, which ends differently for each of them. All of them get the same buffer:
 * one buffer per connection costs up to 1.3 times as much, and so do a header and a payload written together (`cork`).
 */
export class RewritableMessage {
  #message: Buffer;

  /**
   * @param shared the part that all connections get
   * @param endLength the length of what follows
   */
  constructor(binary: boolean, shared: Uint8Array, endLength: number) {
    this.#message = createMessage(binary, shared.length + endLength);
    this.#message.set(shared, this.#message.length - endLength - shared.length);
  }

  /**
   * Sends the message to a connection.
   *
   * @param connection the stream below the WebSocket
   * @param end what follows the shared part, in the length of this message
   */
  sendTo(connection: Writable, end: ArrayLike<number>): void {
    const message = this.#message;
    const start = message.length - end.length;
    for (let at = 0; at < end.length; at += 1) message[start + at] = end[at] ?? 0;
    connection.write(message);
    // The system has copied what is no longer waiting; otherwise this buffer must stay as it is.
    if (connection.writableLength > 0) this.#message = Buffer.from(message);
  }
}
