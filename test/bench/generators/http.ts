import { HttpConnection } from './http-connection.js';
import type { HttpLoad, LoadResult, RunningLoad } from './load.js';
import { runWorkers } from './run-workers.js';

/** Sends requests over a number of connections, the next on each when the one before is answered. */
export class HttpGenerator implements RunningLoad {
  readonly #connections: readonly HttpConnection[];

  constructor({ request, connections }: HttpLoad) {
    this.#connections = Array.from({ length: connections }, () => new HttpConnection(request));
  }

  async open(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.open()));
  }

  async run(ms: number): Promise<LoadResult> {
    await this.open();
    return runWorkers(this.#connections, ms, (connection, onDone) => connection.send(onDone));
  }
}
