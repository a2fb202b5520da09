import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** The name of PostgreSQL's socket in its folder. */
const SOCKET = '.s.PGSQL.5432';

/** What happens to a connection with the next transaction that is committed over it. */
export type Cut =
  /** it is carried out, and its answer is lost */
  | 'after-commit'
  /** it does not arrive */
  | 'before-commit'
  /** it arrives when `release` is called, although the client has given up */
  | 'held';

/** Passes connections on to PostgreSQL, and cuts one of them off when it commits. */
export class CuttingProxy {
  #cut: Cut | null = null;
  #refuses = false;
  /** raised by `silence`; connections of an earlier one pass nothing on */
  #generation = 0;
  #held: (() => Promise<string>) | null = null;
  readonly #sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {
    server.on('connection', (client) => this.#pass(client));
  }

  /** @param folder of the sockets that it passes from and to */
  static async start(folder: string, targetFolder: string): Promise<CuttingProxy> {
    const server = createServer();
    const proxy = new CuttingProxy(server, join(targetFolder, SOCKET));
    server.listen(join(folder, SOCKET));
    await once(server, 'listening');
    return proxy;
  }

  /** Cuts off the connection that commits next. */
  cutNext(cut: Cut): void {
    this.#cut = cut;
  }

  /** From now on no connection is accepted. */
  refuse(): void {
    this.#refuses = true;
  }

  /** From now on nothing passes over the connections that exist, and they stay open: as if the network dropped their packets. */
  silence(): void {
    this.#generation += 1;
  }

  /** Passes on what was held. @returns what PostgreSQL answered until it closed the connection */
  release(): Promise<string> {
    return this.#held?.() ?? Promise.reject(new TypeError('nothing is held'));
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #pass(client: Socket): void {
    const upstream = connect(this.target);
    for (const socket of [client, upstream]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    if (this.#refuses) return void [client, upstream].map((socket) => socket.destroy());
    let isCut = false;
    const generation = this.#generation;
    client.on('data', (chunk) => {
      if (generation !== this.#generation) return;
      const cut = this.#cut;
      if (cut === null || !chunk.includes('COMMIT')) return void upstream.write(chunk);
      this.#cut = null;
      isCut = true;
      if (cut === 'before-commit') return void [client, upstream].map((socket) => socket.destroy());
      if (cut === 'held') {
        this.#held = () => answered(upstream, chunk);
        return void client.destroy();
      }
      upstream.once('data', () => client.destroy());
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isCut && generation === this.#generation) client.write(chunk);
    });
    client.on('close', () => {
      if (!isCut && generation === this.#generation) upstream.destroy();
    });
    upstream.on('close', () => client.destroy());
  }
}

async function answered(upstream: Socket, chunk: Buffer): Promise<string> {
  let answer = '';
  upstream.on('data', (data) => {
    answer += data.toString('latin1');
  });
  upstream.write(chunk);
  upstream.end();
  await once(upstream, 'close');
  return answer;
}
