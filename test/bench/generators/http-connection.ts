import type { Socket } from 'node:net';
import { COUNTER, type HttpRequest } from './load.js';
import { openSocket } from './raw-socket.js';

const HEAD_END = Buffer.from('\r\n\r\n');

interface PreparedRequest {
  readonly bytes: Buffer;
  /** where the counter is; -1 if there is none */
  readonly counterAt: number;
}

let requests = 0;
let connections = 0;

/** One kept-alive connection that sends the same requests again and again, prepared as bytes. */
export class HttpConnection {
  readonly #requests: readonly PreparedRequest[];
  #next: number;
  #socket: Socket | null = null;
  /** bytes of a head that has not arrived completely */
  #head = Buffer.alloc(0);
  /** bytes of the body that are still to come */
  #missing = 0;
  /** null: no request is in progress */
  #onResponse: (() => void) | null = null;

  constructor(private readonly request: HttpRequest) {
    const { paths = [request.path] } = request;
    this.#requests = paths.map((path) => prepare({ ...request, path }));
    // Connections that request several paths do not request the same one at a time.
    this.#next = connections++ % paths.length;
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
    this.#next = (this.#next + 1) % this.#requests.length;
    const { bytes, counterAt } = this.#requests[this.#next] as PreparedRequest;
    if (counterAt !== -1) {
      requests += 1;
      bytes.write(String(requests).padStart(COUNTER.length, '0'), counterAt, 'latin1');
    }
    this.#onResponse = onResponse;
    this.#socket.write(bytes);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #read(bytes: Buffer): void {
    if (this.#onResponse === null) {
      // A server gives up waiting for a request with 408 before it closes the connection.
      this.#socket?.destroy();
      this.#socket = null;
      return;
    }
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
    if (this.#missing > 0) return;
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    onResponse();
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

function prepare(request: HttpRequest): PreparedRequest {
  const bytes = toBytes(request);
  return { bytes, counterAt: bytes.indexOf(COUNTER) };
}

function toBytes({ port, method, path, authorization, body }: HttpRequest): Buffer {
  const lines = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `authorization: ${authorization}`];
  if (body !== undefined) {
    lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`);
}
