import type { IncomingMessage, Server } from 'node:http';
import type { WebSocket } from 'ws';
import { ConnectionSeats } from '../../net/connection-seats.js';
import { FrameBudgets } from '../../net/frames/frame-budget.js';
import type { HttpConnections } from '../../net/http/http-connections.js';
import type { UnreadReplies } from '../../net/http/unread-replies.js';
import type { PeerCheck } from '../../net/peer-check.js';
import { WebSocketListener } from '../../net/websocket/websocket-listener.js';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import type { Logger } from '../../platform/log.js';
import { VOICE_CLOSE_CODES } from '../../protocol/voice/opcodes.js';
import { VOICE_VERSIONS } from '../../protocol/voice/versions.js';
import { VOICE_LIMITS } from './limits.js';
import { type VoiceConnectionListener, VoiceGatewayConnection } from './voice-gateway-connection.js';
import { handleVoicePayload, type VoiceContext } from './voice-payloads.js';
import type { VoiceSession } from './voice-session.js';

/** How long clients have to answer close frames when the endpoint stops, in milliseconds. */
const STOP_WITHIN_MS = 1000;

export interface VoiceGatewayOptions {
  readonly context: VoiceContext;
  /** a session has lost its connection for so long that it ends */
  readonly expired: (session: VoiceSession) => void;
  readonly peers: Pick<PeerCheck, 'isAllowed'>;
  /** the TCP connections of the port */
  readonly http: HttpConnections;
  readonly clock: Clock;
  readonly log: Logger;
}

/** The WebSockets of the voice gateway. */
export class VoiceGateway implements Component {
  readonly #webSockets: WebSocketListener;
  readonly #budgets: FrameBudgets;
  readonly #connections = new Set<VoiceGatewayConnection>();
  readonly #unidentified = new ConnectionSeats<VoiceGatewayConnection>({
    total: VOICE_LIMITS.UNIDENTIFIED,
    evict: (connection) => connection.close(VOICE_CLOSE_CODES.SESSION_TIMEOUT, 'Others wait.'),
  });

  constructor(private readonly options: VoiceGatewayOptions) {
    const { clock, http, log } = options;
    this.#budgets = new FrameBudgets(VOICE_LIMITS.WORK, clock);
    this.#webSockets = new WebSocketListener({
      name: 'voice gateway',
      messageBytes: VOICE_LIMITS.PAYLOAD_BYTES,
      unfinished: VOICE_LIMITS.UNFINISHED,
      http,
      refuse: (request) => this.#refuse(request),
      accept: (socket, request, unread) => this.#open(socket, request, unread),
      clock,
      log,
    });
  }

  listenTo(server: Server): void {
    this.#webSockets.attach(server);
  }

  /** Sessions may be resumed at the endpoint that follows, if there is one. */
  async stop(): Promise<void> {
    await this.#webSockets.stop(STOP_WITHIN_MS, () => {
      for (const connection of this.#connections) {
        connection.close(VOICE_CLOSE_CODES.SERVER_CRASHED, 'The voice endpoint stops.');
      }
    });
  }

  /** Web pages have no business here, so requests with an Origin are refused. */
  #refuse({ headers, socket }: IncomingMessage): string | null {
    if (!this.options.peers.isAllowed(socket) || headers.origin !== undefined) return '403 Forbidden';
    if (this.#webSockets.sockets.size >= VOICE_LIMITS.CONNECTIONS) return '503 Service Unavailable';
    return null;
  }

  #open(socket: WebSocket, { socket: transport, url }: IncomingMessage, unread: UnreadReplies): void {
    this.options.http.settle(transport);
    const version = readVersion(url);
    if (version === null) {
      socket.close(VOICE_CLOSE_CODES.BAD_REQUEST, 'This version is not supported.');
      return;
    }
    const { clock, log } = this.options;
    const peerAddress = transport.remoteAddress?.replace(/^::ffff:/, '') ?? '';
    const listener = this.#listener;
    const connection = new VoiceGatewayConnection({
      socket,
      peerAddress,
      version,
      budget: this.#budgets.create(),
      listener,
      wrote: () => unread.wrote(transport),
      clock,
      log,
    });
    this.#connections.add(connection);
    this.#unidentified.take(connection, [peerAddress]);
    connection.open();
  }

  readonly #listener: VoiceConnectionListener = {
    payload: (connection, payload) => {
      handleVoicePayload(this.options.context, connection, payload);
      if (connection.session !== null) this.#unidentified.release(connection);
    },
    closed: (connection) => {
      this.#connections.delete(connection);
      this.#unidentified.release(connection);
      const { session } = connection;
      if (session === null || session.transport !== connection) return;
      session.transport = null;
      const { clock, expired } = this.options;
      session.cancelExpiry = clock.after(VOICE_LIMITS.RESUME_WITHIN_MS, () => expired(session));
    },
  };
}

function readVersion(target: string | undefined): number | null {
  if (!URL.canParse(target ?? '', 'ws://voice')) return null;
  const text = new URL(target ?? '', 'ws://voice').searchParams.get('v');
  const version = text === null ? VOICE_VERSIONS.OLDEST : Number(text);
  const isSupported =
    Number.isInteger(version) && version >= VOICE_VERSIONS.OLDEST && version <= VOICE_VERSIONS.NEWEST;
  return isSupported ? version : null;
}
