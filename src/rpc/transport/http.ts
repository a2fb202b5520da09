import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HTTP_DEADLINES } from '../../net/http-connections.js';
import type { Logger } from '../../platform/log.js';
import { isLoopbackHost } from '../../platform/loopback-host.js';
import type { RestProxy } from '../proxy/rest-proxy.js';
import type { JsonAnswer, PostRpc } from './post-rpc.js';

/** Time a request may take to arrive whole, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

const FORBIDDEN_HOST: JsonAnswer = { status: 403, body: { code: 0, message: 'Forbidden host' } };
const FAILED: JsonAnswer = { status: 500, body: { code: 0, message: 'Internal Server Error' } };

/** What answers on the RPC port besides the WebSockets. */
export interface HttpAnswerers {
  readonly postRpc: PostRpc;
  readonly proxy: RestProxy;
}

/**
 * The HTTP server of the RPC port: POST /rpc and the proxied REST calls. Anything else is 404, `GET /` too: clients
 * find the port by it (rpc-facts.md). A request whose Host is not this machine's is refused before anything else
 * looks at it.
 */
export function createRpcHttpServer(answerers: HttpAnswerers, log: Logger): Server {
  const server = createServer({
    ...HTTP_DEADLINES,
    requestTimeout: REQUEST_TIMEOUT,
    maxHeaderSize: 16 * 1024,
  });
  server.on('request', (request, response) => {
    answer(request, response, answerers).catch((error: unknown) => {
      log.warn({ err: error }, 'a request to the RPC port failed');
      if (response.headersSent) response.destroy();
      else send(request, response, FAILED);
    });
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

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { postRpc, proxy }: HttpAnswerers,
): Promise<void> {
  const isRpc = /^\/rpc(?:\?|$)/.test(request.url ?? '');
  if (!hostIsOurs(request)) send(request, response, FORBIDDEN_HOST);
  else if (isRpc && request.method === 'POST') send(request, response, await postRpc.answer(request));
  else if (isRpc && request.method === 'OPTIONS') {
    send(request, response, await postRpc.answerPreflight(request));
  } else await proxy.answer(request, response);
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: JsonAnswer,
): void {
  const text = body === null ? null : JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    ...(text === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
  request.resume();
}
