import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { Certificate } from './certificate.js';

/** Terminates TLS on 127.0.0.1 with a self-signed certificate and forwards the bytes to a plain port. */
export class TlsFront {
  readonly #open = new Set<TLSSocket>();
  #target = 0;

  private constructor(
    private readonly certificate: Certificate,
    private readonly server: Server,
  ) {
    server.on('secureConnection', (socket: TLSSocket) => this.#forward(socket));
  }

  /** @param made a certificate for 127.0.0.1; by default it makes one of its own */
  static async start(made?: Certificate): Promise<TlsFront> {
    const certificate = made ?? (await Certificate.create('127.0.0.1'));
    const { cert, key } = certificate;
    const front = new TlsFront(certificate, createServer({ cert, key }));
    front.server.listen(0, '127.0.0.1');
    await once(front.server, 'listening');
    return front;
  }

  /** Its own address, e.g. `https://127.0.0.1:40000`. */
  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `https://127.0.0.1:${port}`;
  }

  /** What a process needs to trust the certificate. */
  get trust(): { NODE_EXTRA_CA_CERTS: string } {
    return this.certificate.trust;
  }

  /** Sets the port of 127.0.0.1 that connections from now on lead to. */
  forwardTo(port: number): void {
    this.#target = port;
  }

  async stop(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.server.close();
    await this.certificate.remove();
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
