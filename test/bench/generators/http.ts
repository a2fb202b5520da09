import { HttpConnection } from './http-connection.js';
import { Latencies } from './latencies.js';
import type { HttpLoad, LoadResult, RunningLoad } from './load.js';
import { runWorkers } from './run-workers.js';

/** Sends requests over a number of connections, the next on each when the one before is answered. */
export class HttpGenerator implements RunningLoad {
  readonly #connections: readonly HttpConnection[];

  readonly #isTimed: boolean;

  constructor({ request, others = [], connections, isTimed = false }: HttpLoad) {
    const requests = [request, ...others];
    this.#connections = Array.from(
      { length: connections },
      (_, index) => new HttpConnection(requests[index % requests.length] ?? request),
    );
    this.#isTimed = isTimed;
  }

  async open(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.open()));
  }

  async run(ms: number): Promise<LoadResult> {
    await this.open();
    const begin = (connection: HttpConnection, onDone: () => void) => connection.send(onDone);
    if (!this.#isTimed) return runWorkers(this.#connections, ms, begin);
    const latencies = new Latencies();
    const result = await runWorkers(this.#connections, ms, (connection, onDone) =>
      begin(connection, latencies.time(onDone)),
    );
    return { ...result, latency: latencies.summarize() };
  }
}
