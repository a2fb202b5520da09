import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { FrameDeadlines } from '../../net/frame-deadlines.js';
import type { HttpConnections } from '../../net/http-connections.js';
import type { Clock } from '../../platform/clock.js';
import { FaultBoundary } from '../../platform/fault-boundary.js';
import type { Logger } from '../../platform/log.js';
import { RPC_CLOSES, type RpcClose } from '../../protocol/rpc/close-codes.js';
import type { RpcConnections } from '../connections.js';
import type { RpcLimits } from '../limits.js';
import { type AdmissionRules, type Admitted, admit } from './admission.js';
import { hostIsOurs, refuseUpgrade } from './http.js';

/** Some clients listen only a few milliseconds after the socket opened (rpc-facts.md, What real clients do). */
const READY_DELAY = 10;

/** How long a connection may take to agree to being closed, in milliseconds. */
const CLOSE_TIMEOUT = 2_000;

/** Pieces that one frame may arrive in, and fragments it may consist of: each costs more memory than its bytes. */
const FRAME_PIECES = { maxBufferedChunks: 4096, maxFragments: 1024 };

export interface RpcDoorOptions {
  readonly http: Server;
  /** the port's TCP connections; those that become WebSockets leave them */
  readonly tcp: HttpConnections;
  readonly rules: AdmissionRules;
  readonly limits: RpcLimits;
  readonly connections: Pick<RpcConnections, 'countAuthenticated'>;
  readonly clock: Clock;
  readonly log: Logger;
  /** takes over an accepted connection */
  readonly enter: (socket: WebSocket, admitted: Admitted, connection: Socket) => void;
}

/** Lets WebSocket connections in, or closes them with a code that says why not. */
export class RpcDoor {
  readonly #server: WebSocketServer;
  readonly #deadlines: FrameDeadlines;

  constructor(private readonly options: RpcDoorOptions) {
    const { clock, http, limits } = options;
    const { frameSeconds: seconds, unfinishedBytes: totalBytes } = limits;
    this.#deadlines = new FrameDeadlines({ seconds, totalBytes }, clock);
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: limits.frameBytes,
      perMessageDeflate: false,
      ...FRAME_PIECES,
    });
    http.on('upgrade', (request, socket, head) => {
      const boundary = new FaultBoundary('RPC upgrade', options.log, () => socket.destroy());
      boundary.run(() => this.#upgrade(request, socket as Socket, head, boundary));
    });
  }

  /** Closes every connection, and ends those that do not agree in time. */
  async close(): Promise<void> {
    for (const socket of this.#server.clients) {
      socket.close(RPC_CLOSES.GOING_AWAY.code, RPC_CLOSES.GOING_AWAY.reason);
    }
    const deadline = this.options.clock.after(CLOSE_TIMEOUT, () => {
      for (const socket of this.#server.clients) socket.terminate();
    });
    await Promise.all(
      [...this.#server.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    deadline();
    await this.#deadlines.stop();
    this.#server.close();
  }

  #upgrade(request: IncomingMessage, socket: Socket, head: Buffer, boundary: FaultBoundary): void {
    socket.on('error', () => socket.destroy());
    this.options.tcp.requested(request);
    if (!hostIsOurs(request)) {
      refuseUpgrade(socket, 403, 'Forbidden');
      return;
    }
    if (!/^\/(?:\?|$)/.test(request.url ?? '')) {
      refuseUpgrade(socket, 404, 'Not Found');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', (error) => this.options.log.debug({ err: error }, 'RPC connection broke'));
      boundary.run(() => this.#admit(opened, request));
    });
  }

  async #admit(socket: WebSocket, request: IncomingMessage): Promise<void> {
    const { connections, enter, limits, log, rules, tcp } = this.options;
    // Frames that come early wait in the kernel until the connection is let in.
    socket.pause();
    let decision: Admitted | RpcClose;
    try {
      const [decided] = await Promise.all([admit(rules, request), this.#pause(READY_DELAY)]);
      decision = decided;
    } catch (error) {
      log.warn({ err: error }, 'the service cannot be asked about an application');
      decision = RPC_CLOSES.SERVICE_UNAVAILABLE;
    }
    if ('code' in decision) {
      this.#refuse(socket, decision);
      return;
    }
    const { all, ofApplication } = connections.countAuthenticated(decision.application.id);
    if (all >= limits.connections) {
      this.#refuse(socket, RPC_CLOSES.TOO_MANY);
    } else if (ofApplication >= limits.connectionsPerApplication) {
      this.#refuse(socket, RPC_CLOSES.TOO_MANY_OF_APPLICATION);
    } else if (socket.readyState === socket.OPEN) {
      tcp.settle(request.socket);
      this.#deadlines.watch(socket, request.socket);
      enter(socket, decision, request.socket);
      socket.resume();
    }
  }

  #refuse(socket: WebSocket, { code, reason }: RpcClose): void {
    socket.resume();
    socket.close(code, reason);
    const cancel = this.options.clock.after(CLOSE_TIMEOUT, () => socket.terminate());
    socket.once('close', cancel);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.options.clock.after(ms, resolve));
  }
}
