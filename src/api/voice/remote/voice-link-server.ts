import type { IncomingMessage, Server } from 'node:http';
import type { WebSocket } from 'ws';
import type { HttpConnections } from '../../../net/http/http-connections.js';
import type { PeerCheck } from '../../../net/peer-check.js';
import { WebSocketListener } from '../../../net/websocket/websocket-listener.js';
import type { Clock } from '../../../platform/clock.js';
import { secretMatches } from '../../../platform/crypto/secrets.js';
import type { Component } from '../../../platform/lifecycle.js';
import type { Logger } from '../../../platform/log.js';
import { VOICE_LINK_LIMITS } from '../../../protocol/voice/link.js';
import type { HostAllowlist } from '../../core/http/host-allowlist.js';
import { EndpointLink, type EndpointLinkListener } from './endpoint-link.js';

const MAX_ENDPOINTS = 64;
/** How long endpoints have to close their connections when the service stops, in milliseconds. */
const STOP_WITHIN_MS = 500;
/** messages that arrive slowly */
const UNFINISHED = { seconds: 10, totalBytes: 4 * 1024 * 1024 };

export interface VoiceLinkServerOptions {
  /** the hash of the secret that endpoints present */
  readonly secretHash: string;
  readonly listener: EndpointLinkListener;
  readonly hosts: HostAllowlist;
  readonly peers: Pick<PeerCheck, 'isAllowed'>;
  /** the TCP connections of the port */
  readonly http: HttpConnections;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Accepts the links of voice endpoints that run alone (docs/voice.md, Separate endpoints). */
export class VoiceLinkServer implements Component {
  readonly #webSockets: WebSocketListener;

  constructor(private readonly options: VoiceLinkServerOptions) {
    const { clock, http, log } = options;
    this.#webSockets = new WebSocketListener({
      name: 'voice link',
      messageBytes: VOICE_LINK_LIMITS.MESSAGE_BYTES,
      unfinished: UNFINISHED,
      http,
      refuse: (request) => this.#refuse(request),
      accept: (socket, request) => this.#open(socket, request),
      clock,
      log,
    });
  }

  /** @param isLink distinguishes its upgrades from those of others */
  listenTo(server: Server, isLink: (request: IncomingMessage) => boolean): void {
    this.#webSockets.attach(server, isLink);
  }

  /** Endpoints keep their sessions for a while, for the service that follows. */
  async stop(): Promise<void> {
    await this.#webSockets.stop(STOP_WITHIN_MS, () => {
      for (const socket of this.#webSockets.sockets) socket.close(1001);
    });
  }

  #refuse({ headers, socket }: IncomingMessage): string | null {
    const { hosts, peers, secretHash } = this.options;
    if (!peers.isAllowed(socket) || headers.origin !== undefined) return '403 Forbidden';
    if (hosts.originOf(headers.host) === null) return '403 Forbidden';
    const secret = /^Bearer (\S{1,200})$/.exec(headers.authorization ?? '')?.[1];
    if (secret === undefined || !secretMatches(secret, secretHash)) return '401 Unauthorized';
    return this.#webSockets.sockets.size >= MAX_ENDPOINTS ? '503 Service Unavailable' : null;
  }

  #open(socket: WebSocket, { socket: transport }: IncomingMessage): void {
    const { clock, http, listener, log } = this.options;
    http.settle(transport);
    new EndpointLink({ socket, listener, clock, log });
  }
}
