import { FrameSocket } from './frame-socket.js';
import { HttpConnection } from './http-connection.js';
import { inBatches } from './in-batches.js';
import type { FanOutLoad, LoadResult, RunningLoad } from './load.js';

/** Of sessions that expect a heartbeat. */
const HEARTBEAT_MS = 30_000;

/** Causes an event and waits until every connection has received it, again and again. */
export class FanOutGenerator implements RunningLoad {
  readonly #sockets: readonly FrameSocket[];
  readonly #trigger: HttpConnection;
  readonly #marker: Buffer;
  #beatAt = Number.POSITIVE_INFINITY;

  constructor({ targets, trigger, marker }: FanOutLoad) {
    this.#sockets = targets.map((target) => new FrameSocket(target));
    this.#trigger = new HttpConnection(trigger);
    this.#marker = Buffer.from(marker);
  }

  async open(): Promise<void> {
    await inBatches(this.#sockets, (socket) => socket.open());
    this.#beatAt = performance.now() + HEARTBEAT_MS;
  }

  async run(ms: number): Promise<LoadResult> {
    await this.#trigger.open();
    this.#beat();
    const started = performance.now();
    let operations = 0;
    while (performance.now() - started < ms) {
      await this.#fanOut();
      operations += 1;
    }
    return { operations, milliseconds: performance.now() - started };
  }

  /** Rarely: what the server does for it counts as a cost of the events. */
  #beat(): void {
    if (performance.now() < this.#beatAt) return;
    this.#beatAt = performance.now() + HEARTBEAT_MS;
    for (const socket of this.#sockets) socket.beat();
  }

  #fanOut(): Promise<void> {
    return new Promise((resolve) => {
      // The response of the trigger counts as one.
      let missing = this.#sockets.length + 1;
      const onArrival = () => {
        missing -= 1;
        if (missing === 0) resolve();
      };
      const onFrame = (payload: Buffer) => {
        if (payload.includes(this.#marker)) onArrival();
      };
      for (const socket of this.#sockets) socket.onFrame = onFrame;
      this.#trigger.send(onArrival);
    });
  }
}
