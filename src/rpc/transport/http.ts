import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../platform/log.js';
import { isLoopbackHost } from '../../platform/loopback-host.js';
import type { JsonAnswer, PostRpc } from './post-rpc.js';

/** Time a request may take to arrive whole, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

const NOT_FOUND: JsonAnswer = { status: 404, body: { code: 0, message: '404: Not Found' } };
const FORBIDDEN_HOST: JsonAnswer = { status: 403, body: { code: 0, message: 'Forbidden host' } };
const FAILED: JsonAnswer = { status: 500, body: { code: 0, message: 'Internal Server Error' } };

/**
 * The HTTP server of the RPC port. `GET /` is 404: clients find the port by it (rpc-facts.md). A request whose
 * Host is not this machine's is refused before anything else looks at it.
 */
export function createRpcHttpServer(postRpc: PostRpc, log: Logger): Server {
  const server = createServer({
    headersTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
    maxHeaderSize: 16 * 1024,
  });
  server.on('request', (request, response) => {
    answerTo(request, postRpc)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a request to the RPC port failed');
        return FAILED;
      })
      .then((answer) => send(request, response, answer))
      .catch((error: unknown) => log.debug({ err: error }, 'an answer could not be sent'));
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

async function answerTo(request: IncomingMessage, postRpc: PostRpc): Promise<JsonAnswer> {
  if (!hostIsOurs(request)) return FORBIDDEN_HOST;
  const isRpc = request.method === 'POST' && /^\/rpc(?:\?|$)/.test(request.url ?? '');
  return isRpc ? postRpc.answer(request) : NOT_FOUND;
}

function send(request: IncomingMessage, response: ServerResponse, { status, body }: JsonAnswer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
  request.resume();
}
