import type { Socket } from 'node:net';
import { COUNTER, type HttpRequest } from './load.js';
import { openSocket } from './raw-socket.js';

const HEAD_END = Buffer.from('\r\n\r\n');

let requests = 0;

/** One kept-alive connection that sends the same request again and again, prepared as bytes. */
export class HttpConnection {
  readonly #request: Buffer;
  readonly #counterAt: number;
  #socket: Socket | null = null;
  /** bytes of a head that has not arrived whole */
  #head = Buffer.alloc(0);
  /** bytes of the body that are still to come */
  #missing = 0;
  #onResponse: () => void = () => {};

  constructor(private readonly request: HttpRequest) {
    this.#request = toBytes(request);
    this.#counterAt = this.#request.indexOf(COUNTER);
  }

  /** Connects unless it is connected: servers close connections that are idle between rounds. */
  async open(): Promise<void> {
    this.#socket ??= await openSocket(
      this.request.port,
      (bytes) => this.#read(bytes),
      () => {
        this.#socket = null;
      },
    );
  }

  /** Sends the request. @param onResponse called once its response has arrived */
  send(onResponse: () => void): void {
    if (this.#socket === null) throw new Error(`${this.request.path}: the connection was closed`);
    if (this.#counterAt !== -1) {
      requests += 1;
      this.#request.write(String(requests).padStart(COUNTER.length, '0'), this.#counterAt, 'latin1');
    }
    this.#onResponse = onResponse;
    this.#socket.write(this.#request);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #read(bytes: Buffer): void {
    let body = bytes.length;
    if (this.#missing === 0) {
      const head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) {
        this.#head = Buffer.from(head);
        return;
      }
      this.#missing = this.#bodyLength(head.toString('latin1', 0, end + 2));
      body = head.length - end - HEAD_END.length;
      this.#head = Buffer.alloc(0);
    }
    this.#missing -= body;
    if (this.#missing === 0) this.#onResponse();
  }

  /** @param head status line and headers, each with its line end */
  #bodyLength(head: string): number {
    const status = head.slice(9, 12);
    if (status === '204') return 0;
    const length = /content-length: (\d+)\r\n/i.exec(head)?.[1];
    if (status !== '200' || length === undefined) {
      throw new Error(`${this.request.method} ${this.request.path} was answered with ${head}`);
    }
    return Number(length);
  }
}

function toBytes({ port, method, path, authorization, body }: HttpRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `authorization: ${authorization}`];
  if (body !== undefined) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
