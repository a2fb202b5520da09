import { FrameSocket } from './frame-socket.js';
import { HttpConnection } from './http-connection.js';
import { inBatches } from './in-batches.js';
import { Latencies } from './latencies.js';
import type { FanOutLoad, LoadResult, RunningLoad } from './load.js';

/** Of sessions that expect a heartbeat. */
const HEARTBEAT_MS = 30_000;

/** Causes an event and waits until every connection has received it, again and again. */
export class FanOutGenerator implements RunningLoad {
  readonly #sockets: readonly FrameSocket[];
  readonly #trigger: HttpConnection;
  readonly #marker: Buffer;
  readonly #isTimed: boolean;
  #beatAt = Number.POSITIVE_INFINITY;

  constructor({ targets, trigger, marker, isTimed = false }: FanOutLoad) {
    this.#sockets = targets.map((target) => new FrameSocket(target));
    this.#trigger = new HttpConnection(trigger);
    this.#marker = Buffer.from(marker);
    this.#isTimed = isTimed;
  }

  async open(): Promise<void> {
    await inBatches(this.#sockets, (socket) => socket.open());
    this.#beatAt = performance.now() + HEARTBEAT_MS;
  }

  async run(ms: number): Promise<LoadResult> {
    await this.#trigger.open();
    this.#beat();
    const started = performance.now();
    const latencies = new Latencies();
    let operations = 0;
    while (performance.now() - started < ms) {
      await this.#fanOut(latencies);
      operations += 1;
    }
    const result = { operations, milliseconds: performance.now() - started };
    return this.#isTimed ? { ...result, latency: latencies.summarize() } : result;
  }

  /** Rarely: what the server does for it counts as a cost of the events. */
  #beat(): void {
    if (performance.now() < this.#beatAt) return;
    this.#beatAt = performance.now() + HEARTBEAT_MS;
    for (const socket of this.#sockets) socket.beat();
  }

  #fanOut(latencies: Latencies): Promise<void> {
    return new Promise((resolve) => {
      let missing = this.#sockets.length;
      let isAnswered = false;
      const onArrival = () => {
        if (missing === 0 && isAnswered) resolve();
      };
      const onEvent = latencies.time(onArrival);
      const onFrame = (payload: Buffer) => {
        if (!payload.includes(this.#marker)) return;
        missing -= 1;
        if (missing === 0) onEvent();
      };
      for (const socket of this.#sockets) socket.onFrame = onFrame;
      this.#trigger.send(() => {
        isAnswered = true;
        onArrival();
      });
    });
  }
}
