import type { Server } from 'node:http';
import { HttpConnections } from '../../net/http-connections.js';
import type { WebSocketListener } from '../../net/websocket-listener.js';
import { UserError } from '../../platform/errors.js';
import { listenOnFirstFree, portRange } from '../../platform/listen.js';
import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';
import { ProxiedCalls } from '../proxy/proxied-calls.js';
import { RestProxy } from '../proxy/rest-proxy.js';
import { Upstream } from '../proxy/upstream.js';
import { createRpcHttpServer } from './http/http-server.js';
import { PortProbe } from './http/port-probe.js';
import { PostRpc } from './http/post-rpc.js';
import { RequestHandshakes } from './http/request-handshakes.js';
import type { TcpAddress, Transport, TransportContext } from './transport.js';
import { createRpcWebSockets } from './websocket/rpc-websockets.js';
import { CLOSE_TIMEOUT } from './websocket/websocket-channel.js';

const HOST = '127.0.0.1';

/** TCP connections that are no WebSocket of an application, at once. */
const PLAIN_CONNECTIONS = 256;

/** The TCP port where applications look for the server: WebSockets, POST /rpc and the proxied REST calls. */
export class LoopbackPort implements Transport {
  private constructor(
    readonly address: TcpAddress,
    private readonly server: Server,
    private readonly webSockets: WebSocketListener,
    private readonly upstream: Upstream,
  ) {}

  /**
   * Listens on the first free port of the range.
   *
   * @throws {UserError} if every port is taken
   */
  static async open(this: void, context: TransportContext): Promise<LoopbackPort> {
    const { apiUrl, attempts, client, clock, limits, log, peers, ports, rules, unconnectedCommands } =
      context;
    const handshakes = new RequestHandshakes(peers, context.peerProcesses);
    const upstream = new Upstream(apiUrl);
    const answerers = {
      probe: new PortProbe(rules, handshakes),
      postRpc: new PostRpc({
        rules,
        handshakes,
        commands: unconnectedCommands,
        bodyBytes: limits.frameBytes,
      }),
      proxy: new RestProxy(client, upstream, attempts, new ProxiedCalls(limits, clock)),
    };
    const server = createRpcHttpServer(answerers, peers, log);
    const webSockets = createRpcWebSockets({
      ...context,
      handshakes,
      http: new HttpConnections(server, PLAIN_CONNECTIONS),
    });
    webSockets.attach(server);
    const port = await listenOnFirstFree(server, HOST, portRange(...ports));
    if (port === null) {
      const [first, last] = ports;
      throw new UserError(
        `No RPC port from ${first} to ${last} is free`,
        'close the program that holds them, or choose others with --rpc-ports',
      );
    }
    return new LoopbackPort({ host: HOST, port }, server, webSockets, upstream);
  }

  /** Closes every connection, and ends those that do not agree in time. */
  async stop(): Promise<void> {
    const { code, reason } = RPC_CLOSES.GOING_AWAY;
    await this.webSockets.stop(CLOSE_TIMEOUT, () => {
      for (const socket of this.webSockets.sockets) socket.close(code, reason);
    });
    this.server.closeAllConnections();
    await this.upstream.stop();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
