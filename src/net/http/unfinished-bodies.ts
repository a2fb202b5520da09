import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { HeldBytes } from '../held-bytes.js';

/** How many bytes of bodies of one kind a server keeps. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The bodies of a server. */
export interface ServerBodies {
  /** those that are collected, and have not arrived completely */
  readonly collected: UnfinishedBodies;
  /** what has arrived and waits to be read */
  readonly unread: UnfinishedBodies;
}

/** The bodies of the server of each connection. */
const servers = new WeakMap<Socket, ServerBodies>();

/** Finds an identifier of the authenticated sender of a request; null if there is none. */
export type FindSender = (request: IncomingMessage) => Promise<string | null>;

/**
 * Limits what a server keeps of bodies until they can be used. Beyond the limit, the connection of the oldest body of the sender
 * with the most bytes is closed. Senders that are not authenticated are one, so they are in the way of each other only.
 */
export class UnfinishedBodies {
  readonly #bytes: HeldBytes<IncomingMessage>;

  constructor(
    private readonly findSender: FindSender,
    most = MAX_BYTES,
  ) {
    this.#bytes = new HeldBytes(most, ({ socket }) => socket.destroy());
  }

  /** A part of a body arrived. @param bytes what is kept of the body */
  note(request: IncomingMessage, bytes: number): void {
    if (request.socket.destroyed) return;
    const isKnown = this.#bytes.has(request);
    this.#bytes.note(request, bytes);
    if (!isKnown) this.#find(request);
  }

  /** As `note`, for a body that was noted before. */
  update(request: IncomingMessage, bytes: number): void {
    if (this.#bytes.has(request)) this.note(request, bytes);
  }

  /** Nothing is kept of the body, or it can be used. */
  forget(request: IncomingMessage): void {
    this.#bytes.forget(request);
  }

  #find(request: IncomingMessage): void {
    request.once('close', () => this.forget(request));
    const found = (sender: string | null) => {
      if (sender !== null) this.#bytes.move(request, sender);
    };
    this.findSender(request).then(found, () => {});
  }
}

/** Limits the bodies of a connection. */
export function followBodies(socket: Socket, bodies: ServerBodies): void {
  servers.set(socket, bodies);
}

/** The bodies of the server of a request; null if they are not limited. */
export function findBodies({ socket }: IncomingMessage): ServerBodies | null {
  return servers.get(socket) ?? null;
}
