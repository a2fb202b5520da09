import { Agent, request } from 'node:http';
import { perSecond } from './harness.js';

/** Calls of one caller over so many connections that are kept open. */
export class HttpLoad {
  readonly #agent: Agent;

  constructor(
    private readonly authorization: string,
    private readonly connections: number,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** One call, which must succeed. @returns how many bytes its reply has */
  call(method: string, url: string, body: string | null = null): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: this.authorization,
        ...(body !== null && { 'content-type': 'application/json', 'content-length': body.length }),
      };
      const sent = request(url, { method, agent: this.#agent, headers }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        response.once('end', () => {
          if (response.statusCode === 200 || response.statusCode === 204) resolve(bytes);
          else reject(new Error(`${method} ${url} answered ${response.statusCode}`));
        });
      });
      sent.once('error', reject);
      sent.end(body ?? undefined);
    });
  }

  /** Calls per second over all connections. @param body of the nth call */
  async run(
    method: string,
    url: string,
    calls: number,
    body: (call: number) => string | null = () => null,
  ): Promise<number> {
    const started = performance.now();
    let next = 0;
    const one = async () => {
      while (next < calls) {
        next += 1;
        await this.call(method, url, body(next));
      }
    };
    await Promise.all(Array.from({ length: this.connections }, one));
    return perSecond(calls, started);
  }

  close(): void {
    this.#agent.destroy();
  }
}

let renamed = 0;

/** The body of a PATCH member that changes something each time. */
export function rename(): string {
  renamed += 1;
  return JSON.stringify({ nick: `n${renamed}` });
}
