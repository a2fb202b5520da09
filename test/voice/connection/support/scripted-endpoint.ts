import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';

/** A voice endpoint whose UDP port answers only as long as the test lets it; its WebSocket always does. */
export class ScriptedEndpoint {
  /** whether requests for the client's address are answered */
  answersDiscovery = true;
  /** whether keepalives are echoed */
  echoes = true;
  /** whether the clients of an earlier connection are resumed */
  resumes = true;
  /** whether WebSockets stay open */
  accepts = true;
  /** what READY says differently */
  ready: { readonly ip?: string } = {};
  /** the opcodes of payloads that arrived */
  readonly received: number[] = [];

  private constructor(
    private readonly server: WebSocketServer,
    private readonly udp: Socket,
  ) {
    server.on('connection', (socket) => {
      if (!this.accepts) {
        socket.terminate();
        return;
      }
      send(socket, 8, { heartbeat_interval: 600_000 });
      socket.on('message', (data) => this.#answer(socket, JSON.parse(String(data)).op));
    });
    udp.on('message', (packet, { address, port }) => {
      if (packet.length === 8 && this.echoes) udp.send(packet, port, address);
      if (packet.length !== 74 || !this.answersDiscovery) return;
      const reply = Buffer.from(packet);
      reply.writeUInt16BE(2, 0);
      reply.write(address, 8, 'latin1');
      reply.writeUInt16BE(port, 72);
      udp.send(reply, port, address);
    });
  }

  static async start(): Promise<ScriptedEndpoint> {
    const udp = createSocket('udp4');
    udp.bind(0, '127.0.0.1');
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await Promise.all([once(udp, 'listening'), once(server, 'listening')]);
    return new ScriptedEndpoint(server, udp);
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as { port: number }).port}`;
  }

  /** Cuts all WebSockets, as a lost network would. */
  cut(): void {
    for (const socket of this.server.clients) socket.terminate();
  }

  stop(): void {
    this.cut();
    this.server.close();
    this.udp.close();
  }

  /** Sends a frame to all clients as often, each time with a ping after it. @returns the number of pings answered so far */
  sendWithPings(frame: string, times: number): () => number {
    let answered = 0;
    for (const socket of this.server.clients) {
      socket.on('pong', () => {
        answered += 1;
      });
      for (let sent = 0; sent < times; sent += 1) {
        socket.send(frame);
        socket.ping();
      }
    }
    return () => answered;
  }

  /** Sends READY to all clients, whether or not they expect it. */
  sendReady(): void {
    for (const socket of this.server.clients) this.#sendReady(socket);
  }

  #sendReady(socket: WebSocket): void {
    const { port } = this.udp.address();
    const modes = ['aead_aes256_gcm_rtpsize'];
    send(socket, 2, { ssrc: 5, ip: '127.0.0.1', port, modes, ...this.ready });
  }

  #answer(socket: WebSocket, op: number): void {
    this.received.push(op);
    if (op === 0) this.#sendReady(socket);
    if (op === 1) {
      send(socket, 4, { mode: 'aead_aes256_gcm_rtpsize', secret_key: Array.from({ length: 32 }, () => 7) });
    }
    if (op === 7 && this.resumes) send(socket, 9, null);
    if (op === 7 && !this.resumes) socket.close(4006);
  }
}

function send(socket: WebSocket, op: number, d: unknown): void {
  socket.send(JSON.stringify({ op, d }));
}
