import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';

/** How long the head of a request, or the handshake of TLS, may take, in milliseconds. */
const HEAD_TIMEOUT_MS = 10_000;

/** How long a request may take to arrive completely, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;

/** The maximum size of the names and values in the head of a request together, in bytes. */
const HEAD_BYTES = 16 * 1024;

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
}

/**
 * Creates an HTTP server without listeners; every server of the daemon and the service is made here.
 *
 * @throws {Error} if the certificate cannot be used
 */
export function createHttpServer({
  requestTimeout = REQUEST_TIMEOUT_MS,
  tls,
}: HttpServerOptions = {}): Server {
  const options = { ...OPTIONS, requestTimeout };
  const server = tls
    ? createTlsServer({ ...options, handshakeTimeout: HEAD_TIMEOUT_MS, ...tls })
    : createServer(options);
  // Node.js would hide all headers after the first thousand from this process, but not from its own parser: a body would
  // arrive that nothing declares, or a page without its Origin. `maxHeaderSize` limits them.
  server.maxHeadersCount = 0;
  return server;
}
