import { isLoopbackHost } from '../platform/http-headers.js';

/**
 * The exact Host headers the service answers to. A web page whose name is made to point at this machine (DNS rebinding)
 * sends its own name, and gets nothing.
 */
export class HostAllowlist {
  #port = 0;

  constructor(private readonly publicUrl: URL | null) {}

  /** Call it once the port is known. */
  setPort(port: number): void {
    this.#port = port;
  }

  /**
   * The origin that pages have which are served under a Host header, e.g. `http://127.0.0.1:6480`.
   *
   * @returns null if the service does not answer to this Host
   */
  originOf(host: string | undefined): string | null {
    if (host === undefined) return null;
    const name = host.toLowerCase();
    if (name === this.publicUrl?.host) return this.publicUrl.origin;
    return isLoopbackHost(name, this.#port) ? `http://${name}` : null;
  }

  /** The address for others, with a path of the service's own. @param scheme of a loopback address, e.g. `ws:` */
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
