import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isLoopbackHost } from '../../platform/loopback-host.js';

/** Time a request may take to arrive whole, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

/**
 * The HTTP server of the RPC port. `GET /` is 404: clients find the port by it (rpc-facts.md). A request whose
 * Host is not this machine's is refused before anything else looks at it.
 */
export function createRpcHttpServer(): Server {
  const server = createServer({
    headersTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    maxHeaderSize: 16 * 1024,
  });
  server.on('request', (request, response) => {
    request.resume();
    if (!hostIsOurs(request)) answer(response, 403, 'Forbidden host');
    else answer(response, 404, '404: Not Found');
  });
  server.on('clientError', (_error, socket) => refuseUpgrade(socket as Socket, 400, 'Bad Request'));
  return server;
}

export function hostIsOurs(request: IncomingMessage): boolean {
  return isLoopbackHost(request.headers.host, request.socket.localPort ?? 0);
}

/** Answers a request that never becomes a WebSocket, and ends its connection. */
export function refuseUpgrade(socket: Socket, status: number, reason: string): void {
  if (socket.writable) {
    socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }
  socket.destroySoon();
}

function answer(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ code: 0, message });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}
