import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { HttpConnections } from '../../../net/http/http-connections.js';
import type { UnreadReplies } from '../../../net/http/unread-replies.js';
import { WebSocketListener } from '../../../net/websocket/websocket-listener.js';
import type { OwnHost } from '../http/own-host.js';
import type { RequestHandshakes } from '../http/request-handshakes.js';
import type { TransportContext } from '../transport.js';
import { WebSocketChannel } from './websocket-channel.js';

export interface RpcWebSocketOptions
  extends Pick<TransportContext, 'acceptor' | 'limits' | 'peerReads' | 'clock' | 'log'> {
  readonly handshakes: RequestHandshakes;
  readonly host: OwnHost;
  /** the TCP connections of the port; WebSockets of applications are removed from them */
  readonly http: HttpConnections;
}

/**
 * Accepts WebSockets at `/`. Other errors are reported by close codes: clients would take an HTTP error for the port of
 * another program.
 */
export function createRpcWebSockets(options: RpcWebSocketOptions): WebSocketListener {
  const { acceptor, clock, handshakes, host, http, limits, log, peerReads } = options;
  return new WebSocketListener({
    name: 'RPC',
    messageBytes: limits.frameBytes,
    unfinished: { seconds: limits.frameSeconds, totalBytes: limits.unfinishedBytes },
    http,
    refuse: (request) => refuse(request, host),
    async accept(socket: WebSocket, request: IncomingMessage, unread: UnreadReplies) {
      const channel = new WebSocketChannel(socket, request.socket, { peerReads, unread, clock });
      if (await acceptor.accept(channel, handshakes.of(request))) http.settle(request.socket);
    },
    clock,
    log,
  });
}

function refuse(request: IncomingMessage, host: OwnHost): string | null {
  if (!host.isNamedIn(request)) return '403 Forbidden';
  return /^\/(?:\?|$)/.test(request.url ?? '') ? null : '404 Not Found';
}
