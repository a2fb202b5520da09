import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { promisify } from 'node:util';

/** Terminates TLS on 127.0.0.1 with a self-signed certificate and forwards the bytes to a plain port. */
export class TlsFront {
  readonly #open = new Set<TLSSocket>();
  #target = 0;

  private constructor(
    private readonly folder: string,
    private readonly server: Server,
  ) {
    server.on('secureConnection', (socket: TLSSocket) => this.#forward(socket));
  }

  static async start(): Promise<TlsFront> {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-tls-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    await promisify(execFile)('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    ]);
    const front = new TlsFront(
      folder,
      createServer({ key: await readFile(key), cert: await readFile(cert) }),
    );
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    return front;
  }

  /** Its own address, e.g. `https://127.0.0.1:40000`. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `https://127.0.0.1:${port}`;
  }

  /** What a process needs to trust the certificate; Node.js reads it when the process starts. */
  get trust(): { NODE_EXTRA_CA_CERTS: string } {
    return { NODE_EXTRA_CA_CERTS: join(this.folder, 'cert.pem') };
  }

  /** Sets the port of 127.0.0.1 that connections from now on lead to. */
  forwardTo(port: number): void {
    this.#target = port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  #forward(socket: TLSSocket): void {
    const inner = connect(this.#target, '127.0.0.1');
    this.#open.add(socket);
    for (const each of [socket, inner]) {
      each.on('error', () => {});
      each.on('close', () => {
        socket.destroy();
        inner.destroy();
        this.#open.delete(socket);
      });
    }
    socket.pipe(inner).pipe(socket);
  }
}
