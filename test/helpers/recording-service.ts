import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A REST service that keeps what reached it and answers `{"ok":true}`, or as the test says. */
export class RecordingService {
  readonly requests: RecordedRequest[] = [];
  /** answers instead; it reads the request itself */
  answer: ((request: IncomingMessage, response: ServerResponse) => void) | null = null;
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async start(): Promise<RecordingService> {
    const service = new RecordingService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.answer !== null) {
      this.answer(request, response);
      return;
    }
    let body = '';
    try {
      for await (const chunk of request) body += String(chunk);
    } catch {
      return; // its sender has disconnected
    }
    const { method = '', url = '', headers } = request;
    this.requests.push({ method, url, headers, body });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"ok":true}');
  }
}
