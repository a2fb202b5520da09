import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../platform/clock.js';
import { pendingReplies } from './reply-order.js';

/** How many bytes of replies the connections of one server may leave unread together. */
const MAX_BYTES = 64 * 1024 * 1024;
/** What the remaining connections may have after some were closed. */
const KEPT_BYTES = MAX_BYTES / 2;
/** How often it is measured while replies are made or unread, in milliseconds. */
const INTERVAL_MS = 100;

/**
 * Limits what all connections of a server leave unread: above the limit those with the most are closed. A client that reads
 * slowly has little here, because files are sent as they are read; a client with a complete reply of some size is the last one.
 */
export class UnreadReplies {
  #isMeasuring = false;

  /** @param connections those that are open, if somebody else follows them */
  constructor(
    private readonly clock: Clock,
    private readonly connections = new Set<Socket>(),
  ) {}

  /** Counts what a connection leaves unread, until it closes. */
  follow(socket: Socket): void {
    this.connections.add(socket);
    socket.once('close', () => this.connections.delete(socket));
  }

  /** Something was written to a connection. */
  wrote(socket: Socket): void {
    if (socket.writableLength > 0) this.mayGrow();
  }

  /** A reply is about to be made. */
  mayGrow(): void {
    if (this.#isMeasuring) return;
    this.#isMeasuring = true;
    this.clock.after(INTERVAL_MS, () => this.#limit());
  }

  #limit(): void {
    this.#isMeasuring = false;
    let total = 0;
    const unread: [socket: Socket, bytes: number][] = [];
    for (const socket of this.connections) {
      const responses = pendingReplies(socket);
      const bytes = unreadBytes(socket, responses);
      // What Node.js kept for a connection that was closed is freed, although its responses still state it.
      if (socket.destroyed || (bytes === 0 && responses.length === 0)) continue;
      unread.push([socket, bytes]);
      total += bytes;
    }
    if (unread.length > 0) this.mayGrow();
    if (total <= MAX_BYTES) return;
    unread.sort(([, one], [, other]) => other - one);
    for (const [socket, bytes] of unread) {
      if (total <= KEPT_BYTES) return;
      socket.destroy();
      total -= bytes;
    }
  }
}

/** What Node.js keeps of replies: what was written to the socket, and what later responses keep until their turn. */
function unreadBytes(socket: Socket, responses: readonly ServerResponse[]): number {
  let bytes = socket.writableLength;
  for (const response of responses) if (response.socket === null) bytes += response.writableLength;
  return bytes;
}
