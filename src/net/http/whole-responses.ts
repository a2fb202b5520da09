import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Clock } from '../../platform/clock.js';
import { readHeaderLines } from './header-lines.js';

declare module 'node:http' {
  interface ServerResponse {
    /** what Node.js writes before the body, once the head is made */
    _header: string | null;
  }
}

/**
 * Answers requests with a head and a body that is known as a whole. Node.js writes them as one text: it joins head and body
 * only with a second, empty write, which takes longer than the request's other steps (docs/adr/0027). Everything else about
 * the response stays its work: the order of pipelined requests, the end of the connection, timeouts and events.
 */
export class WholeResponses {
  readonly #connection: string;
  /** the second of `#common`, in seconds since the Unix epoch */
  #second = 0;
  /** the end of the head, which all responses of a second share */
  #common = '';

  /** @param keepAliveTimeout of the server, in milliseconds */
  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    keepAliveTimeout: number,
  ) {
    this.#connection = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1000)}\r\n`;
  }

  /**
   * Sends a response.
   *
   * @param headers lines of characters that headers may have (`toHeaderLines`); with the length of the body
   * @param body one character for each byte
   */
  send(response: ServerResponse, status: number, headers: string, body: string): void {
    if (!response.shouldKeepAlive || response.req.method === 'HEAD') {
      response.writeHead(status, readHeaderLines(headers).flat()).end(body, 'latin1');
      return;
    }
    response.statusCode = status;
    response._header = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}${this.#commonHeaders()}${body}`;
    response.end();
  }

  #commonHeaders(): string {
    const second = Math.floor(this.clock.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#common = `Date: ${new Date(second * 1000).toUTCString()}\r\n${this.#connection}\r\n`;
    }
    return this.#common;
  }
}
