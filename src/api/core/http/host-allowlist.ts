import { isLoopbackHost } from '../../../platform/sockets/http-headers.js';

/** The Host headers that the service accepts. DNS rebinding sends the name of a web page instead. */
export class HostAllowlist {
  #port = 0;
  /** the last Host that was accepted: most requests of a service name the same one */
  #last: { readonly host: string; readonly origin: string } | null = null;

  constructor(private readonly publicUrl: URL | null) {}

  /** Must be called when the port is known. */
  setPort(port: number): void {
    this.#port = port;
    this.#last = null;
  }

  /**
   * The origin of pages that are served under a Host header, e.g. `http://127.0.0.1:6480`.
   *
   * @returns null if the service does not accept this Host
   */
  originOf(host: string | undefined): string | null {
    if (host === undefined) return null;
    if (host === this.#last?.host) return this.#last.origin;
    const origin = this.#read(host.toLowerCase());
    if (origin !== null) this.#last = { host, origin };
    return origin;
  }

  #read(name: string): string | null {
    if (name === this.publicUrl?.host) return this.publicUrl.origin;
    return isLoopbackHost(name, this.#port) ? `http://${name}` : null;
  }

  /** The URL for others, without a path. @param scheme of a loopback URL, e.g. `ws:` */
  address(scheme: 'http:' | 'ws:'): string {
    if (this.publicUrl === null) return `${scheme}//127.0.0.1:${this.#port}`;
    const secure = this.publicUrl.protocol === 'https:';
    return `${secure ? scheme.replace(':', 's:') : scheme}//${this.publicUrl.host}`;
  }

  /** Where images and files are served, e.g. `http://127.0.0.1:6480/cdn`. */
  cdnUrl(): string {
    return `${this.address('http:')}/cdn`;
  }
}
