import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../../platform/sockets/http-headers.js';

/** Decides by its Host whether a request is for this port. A page that uses DNS rebinding sends another one. */
export class OwnHost {
  /** no Host names it, so that every request is refused until the port is known */
  #port = Number.NaN;

  /** Must be called when the port is known. The sockets know it too, but asking one of them takes a system call. */
  setPort(port: number): void {
    this.#port = port;
  }

  isNamedIn({ headers }: IncomingMessage): boolean {
    return isLoopbackHost(headers.host, this.#port);
  }
}
