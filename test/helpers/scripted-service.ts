import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { WebSocket, WebSocketServer } from 'ws';
import { eventually } from './eventually.js';

export interface Received {
  op: number;
  d: unknown;
}

/** A gateway connection as the scripted service sees it. */
export class ScriptedConnection {
  readonly received: Received[] = [];
  readonly closed: Promise<number>;

  constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => this.received.push(JSON.parse(String(data))));
    this.closed = new Promise((resolve) => socket.once('close', resolve));
  }

  send(payload: object | string): void {
    this.socket.send(typeof payload === 'string' ? payload : JSON.stringify(payload));
  }

  /** Sends payloads so that the client receives them with one read. */
  sendTogether(payloads: readonly object[]): void {
    // ws makes its socket known to nobody else who could hold it back.
    const { _socket: stream } = this.socket as unknown as { readonly _socket: Socket };
    stream.cork();
    for (const payload of payloads) this.send(payload);
    stream.uncork();
  }

  dispatch(s: number, t: string, d: unknown): void {
    this.send({ op: 0, s, t, d });
  }

  close(code: number): void {
    this.socket.close(code);
  }

  /** Reads nothing more, so that a close of the client waits for its time limit, until `resume`. */
  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  /** The next frame with this operation code; the frames before it are passed over. */
  next(op: number): Promise<Received> {
    const passed: number[] = [];
    const take = (): Received | undefined => {
      for (let frame = this.received.shift(); frame !== undefined; frame = this.received.shift()) {
        if (frame.op === op) return frame;
        passed.push(frame.op);
      }
      return undefined;
    };
    return eventually(take, {
      ended: () => (this.socket.readyState === WebSocket.CLOSED ? 'the client has left' : undefined),
      describe: () => `no frame with op ${op} came, but ops ${passed.join(', ')}`,
    });
  }
}

/** A service whose every answer and gateway frame the test writes itself. */
export class ScriptedService {
  readonly requests: { method: string; url: string; authorization: string | undefined }[] = [];
  /** answers by method and path, e.g. `GET /users/@me` */
  readonly answers = new Map<string, { status: number; body: unknown }>();
  /** how many connections to the gateway there were */
  connections = 0;
  readonly #connections: ScriptedConnection[] = [];

  private constructor(
    private readonly http: Server,
    private readonly sockets: WebSocketServer,
  ) {}

  static async start(): Promise<ScriptedService> {
    const http = createServer();
    const sockets = new WebSocketServer({ server: http });
    const service = new ScriptedService(http, sockets);
    http.on('request', (request, response) => {
      const { status, body } = service.#answer(request);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    sockets.on('connection', (socket) => {
      service.connections += 1;
      service.#connections.push(new ScriptedConnection(socket));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    service.answers.set('GET /gateway', { status: 200, body: { url: service.url.replace('http', 'ws') } });
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  /** how many connections to the gateway are open now */
  get openConnections(): number {
    return this.sockets.clients.size;
  }

  /** The next connection to the gateway, greeted with HELLO. */
  async accept(interval = 45_000): Promise<ScriptedConnection> {
    const connection = await this.connection();
    connection.send({ op: 10, d: { heartbeat_interval: interval } });
    return connection;
  }

  /** The next connection to the gateway, not greeted. */
  connection(): Promise<ScriptedConnection> {
    return eventually(() => this.#connections.shift(), { describe: () => 'no client has connected' });
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  #answer({ method, url = '', headers }: IncomingMessage): { status: number; body: unknown } {
    this.requests.push({ method: method ?? '', url, authorization: headers.authorization });
    const known = this.answers.get(`${method} ${url.split('?')[0]}`);
    return known ?? { status: 404, body: { code: 0, message: '404: Not Found' } };
  }
}
