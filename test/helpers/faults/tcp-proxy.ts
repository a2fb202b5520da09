import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Passes TCP connections on to a server, until a test cuts or freezes them. */
export class TcpProxy {
  readonly #sockets = new Set<Socket>();
  #isFrozen = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly address: string; readonly port: number },
  ) {
    server.on('connection', (client) => this.#forward(client));
  }

  /** @param listen the address for clients; port 0: any */
  static async start(
    listen: { readonly address: string; readonly port: number },
    target: { readonly address: string; readonly port: number },
  ): Promise<TcpProxy> {
    const server = createServer();
    server.listen({ host: listen.address, port: listen.port, exclusive: true });
    await once(server, 'listening');
    return new TcpProxy(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Silently passes nothing on, in new connections either, as when a network drops all packets. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Passes on again, first what was held back. */
  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  stop(): void {
    this.cut();
    this.server.close();
  }

  #forward(client: Socket): void {
    const server = connect(this.target.port, this.target.address);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (data) => void to.write(data));
      from.on('error', () => undefined);
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isFrozen) from.pause();
    }
  }
}
