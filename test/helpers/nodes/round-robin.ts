import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Where connections are passed to. */
export interface Upstream {
  /** 127.0.0.1 by default */
  readonly host?: string;
  readonly port: number;
}

/** A plain TCP balancer on 127.0.0.1: each connection goes to the next upstream in turn. */
export class RoundRobin {
  #next = 0;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private upstreams: readonly Upstream[] = [],
  ) {
    server.on('connection', (client) => this.#pass(client));
  }

  /** @param port 0: any free one */
  static async start(port: number): Promise<RoundRobin> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new RoundRobin(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Whether it passes connections on. */
  get isUsed(): boolean {
    return this.upstreams.length > 0;
  }

  /** Passes new connections on to these upstreams. */
  use(upstreams: readonly Upstream[]): void {
    this.upstreams = upstreams;
  }

  /** From now on nothing is passed on, in either direction, as if the network dropped all packets. */
  hold(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.pause();
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #pass(client: Socket): void {
    const target = this.upstreams[this.#next++ % this.upstreams.length];
    const upstream = connect({ port: 0, host: '127.0.0.1', ...target, allowHalfOpen: true });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroySoon();
      });
      socket.pipe(other);
    }
  }
}
