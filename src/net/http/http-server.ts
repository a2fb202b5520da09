import { createServer, IncomingMessage, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { SecureContextOptions } from 'node:tls';
import { afterReplies, followReplies } from './reply-order.js';
import { type FindSender, findBodies, followBodies, UnfinishedBodies } from './unfinished-bodies.js';

declare module 'node:http' {
  interface Server {
    /** whether replies are sent to a client that has closed its half of the connection */
    httpAllowHalfOpen: boolean;
  }
}

/** How long the head of a request, or the handshake of TLS, may take, in milliseconds. */
const HEAD_TIMEOUT_MS = 10_000;

/** How long a request may take to arrive completely, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * How long a connection whose client has closed its half may be idle while replies are pending, in milliseconds. It cannot be told
 * from one whose client has left.
 */
const HALF_CLOSED_MS = 5_000;

/** The maximum size of the names and values in the head of a request together, in bytes. */
const HEAD_BYTES = 16 * 1024;

/** The maximum number of headers. Those of a few bytes each take more than ten times as much memory as one long header. */
const MAX_HEADERS = 256;

/** What a piece of a body takes in memory besides its bytes, as measured. */
const PIECE_BYTES = 512;

/** What all servers have in common, whatever the command line and the environment of Node.js say. */
const OPTIONS = {
  /** counted from the start of the connection or its previous request */
  headersTimeout: HEAD_TIMEOUT_MS,
  /** how often timeouts are checked, in milliseconds */
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: HEAD_BYTES,
  insecureHTTPParser: false,
} as const;

export interface HttpServerOptions {
  /** how long a request may take to arrive completely, in milliseconds */
  readonly requestTimeout?: number;
  /** serves HTTPS */
  readonly tls?: SecureContextOptions | null;
  /** is called with the status of each response once it ends, or its connection */
  readonly answered?: ((status: number) => void) | null;
  /** finds who sends a body that does not arrive at once; by default all are the same */
  readonly findSender?: FindSender;
}

/**
 * A request. One to upgrade to a protocol other than WebSocket is an ordinary request: it is valid to ignore an Upgrade (RFC 9110
 * §7.8). Node.js decides by `upgrade` alone, which it sets before it has read the headers.
 */
class UpgradableMessage extends IncomingMessage {
  // Without a value, which would replace what the constructor of Node.js sets.
  declare private asksForUpgrade: boolean;
  declare private unreadPieces: number;

  get upgrade(): boolean {
    if (!this.asksForUpgrade) return false;
    return this.method === 'CONNECT' || this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  set upgrade(value: unknown) {
    this.asksForUpgrade = value === true;
  }

  /** Takes a piece of the body, and counts those that wait to be read. */
  override push(piece: Buffer | null): boolean {
    if (piece === null) return super.push(piece);
    const unread = findBodies(this)?.unread;
    this.unreadPieces = this.readableLength === 0 ? 1 : this.unreadPieces + 1;
    const bytes = this.readableLength + piece.length + PIECE_BYTES * this.unreadPieces;
    // Most bodies are one piece, for which a reader waits.
    if (this.unreadPieces === 1 && this.readableFlowing !== null) unread?.update(this, bytes);
    else unread?.note(this, bytes);
    return super.push(piece);
  }

  /** Whether the request asked for an upgrade that is ignored. */
  get isUpgradeIgnored(): boolean {
    return this.asksForUpgrade && !this.upgrade;
  }
}

/**
 * Creates an HTTP server that answers nothing; every server of the daemon and the service is made here.
 *
 * @throws {Error} if the certificate cannot be used
 */
export function createHttpServer({
  requestTimeout = REQUEST_TIMEOUT_MS,
  tls,
  answered = null,
  findSender = async () => null,
}: HttpServerOptions = {}): Server {
  const options = { ...OPTIONS, requestTimeout, IncomingMessage: UpgradableMessage };
  const server = tls
    ? createTlsServer({ ...options, handshakeTimeout: HEAD_TIMEOUT_MS, allowHalfOpen: true, ...tls })
    : createServer(options);
  server.httpAllowHalfOpen = true;
  const bodies = { collected: new UnfinishedBodies(findSender), unread: new UnfinishedBodies(findSender) };
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('end', limitHalfClosed);
    followBodies(socket, bodies);
  });
  // Node.js hides further ones from this process, but not from its own parser: a body would arrive that nothing declares, or a page
  // without its Origin. So one more than is allowed is shown.
  server.maxHeadersCount = MAX_HEADERS + 1;
  // Node.js would answer 417 without asking anybody. An unknown expectation may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('checkContinue', (request, response) => {
    // Node.js would write the head of a reply that waits for earlier ones before this line, and its body after it.
    afterReplies(request.socket, () => {
      if (!response.headersSent && !request.complete) response.writeContinue();
    });
    server.emit('request', request, response);
  });
  const follow = followReplies(server, answered);
  // One listener, because each takes 1 % of the time of a short request.
  server.on('request', (request, response) => {
    follow(response);
    // The parser drops what comes with a request that asks for an upgrade, so the client must send it again.
    if (request instanceof UpgradableMessage && request.isUpgradeIgnored) response.shouldKeepAlive = false;
  });
  return server;
}

/**
 * Finds what is wrong with the head of a request. Must be called for each.
 *
 * @returns the status of its refusal: 431 for too many headers, 400 for more than one Host (RFC 9112 §3.2): Node.js requires
 *   one, and takes the first of several
 */
export function findHeadFault({ rawHeaders }: IncomingMessage): 400 | 431 | null {
  if (rawHeaders.length > 2 * MAX_HEADERS) return 431;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 'host'.length && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? 400 : null;
}

function limitHalfClosed(this: Socket): void {
  this.setTimeout(HALF_CLOSED_MS);
}
