import type { Server } from 'node:http';
import { HttpConnections } from '../../net/http/http-connections.js';
import { HttpDrain } from '../../net/http/http-drain.js';
import type { WebSocketListener } from '../../net/websocket/websocket-listener.js';
import type { Clock } from '../../platform/clock.js';
import { UserError } from '../../platform/errors.js';
import { describePortHolder, findPortHolder } from '../../platform/processes/port-holder.js';
import { describePortInUse } from '../../platform/sockets/bind-port.js';
import { listenOnFirstFree, portRange } from '../../platform/sockets/listen.js';
import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';
import { RPC_PORT_RANGE } from '../../protocol/rpc/ports.js';
import { ProxiedCalls } from '../proxy/proxied-calls.js';
import { RestProxy } from '../proxy/rest-proxy.js';
import { Upstream } from '../proxy/upstream.js';
import { createRpcHttpServer } from './http/http-server.js';
import { OwnHost } from './http/own-host.js';
import { PortProbe } from './http/port-probe.js';
import { PostRpc } from './http/post-rpc.js';
import { RequestHandshakes } from './http/request-handshakes.js';
import type { TcpAddress, Transport, TransportContext } from './transport.js';
import { createRpcWebSockets } from './websocket/rpc-websockets.js';
import { CLOSE_TIMEOUT_MS } from './websocket/websocket-channel.js';

const HOST = '127.0.0.1';

/** TCP connections other than WebSockets of applications that may be open at the same time. */
const MAX_PLAIN_CONNECTIONS = 256;

interface Parts {
  readonly server: Server;
  readonly webSockets: WebSocketListener;
  readonly upstream: Upstream;
  readonly clock: Clock;
}

/** The TCP port where applications find the server: WebSockets, POST /rpc and proxied REST calls. */
export class LoopbackPort implements Transport {
  private constructor(
    readonly address: TcpAddress,
    private readonly parts: Parts,
  ) {}

  /**
   * Listens on the first free port of the range.
   *
   * @throws {UserError} if every port is in use
   */
  static async open(this: void, context: TransportContext): Promise<LoopbackPort> {
    const { apiUrl, attempts, client, clock, limits, log, peers, ports, rules, unconnectedCommands } =
      context;
    const handshakes = new RequestHandshakes(peers, context.peerProcesses);
    const upstream = new Upstream(apiUrl);
    const host = new OwnHost();
    const answerers = {
      host,
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
      host,
      http: new HttpConnections(server, MAX_PLAIN_CONNECTIONS),
    });
    webSockets.attach(server);
    const port = await listenOnFirstFree(server, HOST, portRange(...ports));
    if (port === null) throw await allInUse(ports);
    host.setPort(port);
    return new LoopbackPort({ host: HOST, port }, { server, webSockets, upstream, clock });
  }

  /** Closes all connections, those with requests in progress after their replies; by force after a timeout. */
  async stop(): Promise<void> {
    const { server, webSockets, upstream, clock } = this.parts;
    const { code, reason } = RPC_CLOSES.GOING_AWAY;
    await webSockets.stop(CLOSE_TIMEOUT_MS, () => {
      for (const socket of webSockets.sockets) socket.close(code, reason);
    });
    await new HttpDrain(server).finish(clock, CLOSE_TIMEOUT_MS);
    await upstream.stop();
  }
}

async function allInUse([first, last]: readonly [number, number]): Promise<UserError> {
  const range = RPC_PORT_RANGE.join(' to ');
  const hint = `Close that program, or choose other ports with --rpc-ports. Applications look only at ${range}`;
  if (first === last) return new UserError(await describePortInUse(first), hint);
  const holder = await describePortHolder(await findPortHolder(first));
  return new UserError(`all RPC ports from ${first} to ${last} are in use, ${first} by ${holder}`, hint);
}
