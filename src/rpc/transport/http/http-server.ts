import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createHttpServer } from '../../../net/http/http-server.js';
import { serveAllowedPeers } from '../../../net/http/serve-allowed-peers.js';
import type { PeerCheck } from '../../../net/peer-check.js';
import type { Logger } from '../../../platform/log.js';
import { jsonEncoding } from '../../../protocol/encoding/json.js';
import { RPC_CLOSES } from '../../../protocol/rpc/close-codes.js';
import type { RestProxy } from '../../proxy/rest-proxy.js';
import { type JsonAnswer, refusal } from './json-answer.js';
import type { OwnHost } from './own-host.js';
import type { PortProbe } from './port-probe.js';
import type { PostRpc } from './post-rpc.js';
import { isFromUnnamedPage } from './request-handshakes.js';

/** How long a request may take to arrive completely, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

const REFUSALS = { forbidden: { code: 0, message: 'Forbidden user' } };
const FORBIDDEN_HOST: JsonAnswer = { status: 403, body: { code: 0, message: 'Forbidden host' } };
const FAILED: JsonAnswer = { status: 500, body: { code: 0, message: 'Internal Server Error' } };

/** The request handlers of the RPC port, WebSockets aside. */
export interface HttpAnswerers {
  readonly host: OwnHost;
  readonly probe: PortProbe;
  readonly postRpc: PostRpc;
  readonly proxy: RestProxy;
}

/**
 * Creates the HTTP server of the RPC port: POST /rpc and proxied REST calls. Everything else is answered with 404,
 * including `GET /`, by which clients find the port (docs/for-games.md). Requests of other users, or with a foreign
 * Host, are refused first.
 */
export function createRpcHttpServer(answerers: HttpAnswerers, peers: PeerCheck, log: Logger): Server {
  const server = createHttpServer({ requestTimeout: REQUEST_TIMEOUT });
  peers.guard(server);
  serveAllowedPeers(server, peers, REFUSALS, (request, response) => {
    answer(request, response, answerers).catch((error: unknown) => {
      log.warn({ err: error }, 'request to the RPC port failed');
      if (response.headersSent) response.destroy();
      else send(request, response, FAILED);
    });
  });
  return server;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  answerers: HttpAnswerers,
): Promise<void> {
  const answered = earlyRefusal(request, answerers.host) ?? (await answerOwn(request, answerers));
  if (answered === null) await answerers.proxy.answer(request, response);
  else send(request, response, answered);
}

/** Refuses requests that can be refused without a lookup. @returns null if the request is not refused */
function earlyRefusal(request: IncomingMessage, host: OwnHost): JsonAnswer | null {
  if (!host.isNamedIn(request)) return FORBIDDEN_HOST;
  return isFromUnnamedPage(request) ? refusal(RPC_CLOSES.INVALID_ORIGIN) : null;
}

/** Answers requests that are not proxied. @returns null for all others */
async function answerOwn(
  request: IncomingMessage,
  { postRpc, probe }: HttpAnswerers,
): Promise<JsonAnswer | null> {
  const { method, url = '' } = request;
  const path = url.split('?', 1)[0];
  if (path === '/rpc' && method === 'POST') return postRpc.answer(request);
  if (path === '/rpc' && method === 'OPTIONS') return postRpc.answerPreflight(request);
  if (path === '/' && method === 'GET') return probe.answer(request);
  if (path === '/' && method === 'OPTIONS') return probe.answerPreflight(request);
  return null;
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body, headers }: JsonAnswer,
): void {
  const text = body === null ? null : jsonEncoding.encode(body);
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
