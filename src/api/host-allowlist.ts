/**
 * The exact Host headers the service answers to. A web page whose name is made to point at this machine (DNS rebinding)
 * sends its own name, and gets nothing.
 */
export class HostAllowlist {
  readonly #hosts = new Set<string>();

  constructor(private readonly publicUrl: URL | null) {
    if (publicUrl !== null) this.#hosts.add(publicUrl.host);
  }

  /** Call it once the port is known. */
  setPort(port: number): void {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      this.#hosts.add(`${name}:${port}`);
      // Clients leave the port of http out.
      if (port === 80) this.#hosts.add(name);
    }
  }

  allows(host: string | undefined): boolean {
    return host !== undefined && this.#hosts.has(host.toLowerCase());
  }

  /** The address for others, with a path of the service's own. @param scheme of a loopback address, e.g. `ws:` */
  address(scheme: 'http:' | 'ws:', port: number): string {
    if (this.publicUrl === null) return `${scheme}//127.0.0.1:${port}`;
    const secure = this.publicUrl.protocol === 'https:';
    return `${secure ? scheme.replace(':', 's:') : scheme}//${this.publicUrl.host}`;
  }
}
