import { type Duplex, Writable } from 'node:stream';
import type { WebSocket } from 'ws';

/**
 * Lets the streams of a WebSocket be ended again after their end. `ws` does so three times for each connection, and Node.js
 * makes an error with a stack trace of each, which nobody receives: a tenth of what a connection costs. `ws` has no public
 * access to its receiver; if another version has none in this field, its streams are ended again, and a test fails.
 *
 * @param connection the stream below the WebSocket
 */
export function allowRepeatedEnd(socket: WebSocket, connection: Duplex): void {
  Reflect.set(connection, 'end', endOnce);
  const receiver: unknown = Reflect.get(socket, '_receiver');
  if (receiver instanceof Writable) Reflect.set(receiver, 'end', endOnce);
}

/** Ends the stream as its class does, unless that was done already. */
function endOnce(this: Writable, ...args: unknown[]): unknown {
  if (this.writableEnded && args.length === 0) return this;
  const end: unknown = Reflect.get(Reflect.getPrototypeOf(this) ?? Writable.prototype, 'end');
  return typeof end === 'function' ? Reflect.apply(end, this, args) : this;
}
