import { FrameSocket, toFrame } from './frame-socket.js';
import { inBatches } from './in-batches.js';
import type { LoadResult, RoundTripLoad, RunningLoad } from './load.js';
import { runWorkers } from './run-workers.js';

/** Sends a frame on each connection, the next when the one before is answered. */
export class RoundTripGenerator implements RunningLoad {
  readonly #sockets: readonly FrameSocket[];
  readonly #frame: Buffer;

  constructor({ target, connections, frame }: RoundTripLoad) {
    this.#sockets = Array.from({ length: connections }, () => new FrameSocket(target));
    this.#frame = toFrame(frame, target);
  }

  async open(): Promise<void> {
    await inBatches(this.#sockets, (socket) => socket.open());
  }

  run(ms: number): Promise<LoadResult> {
    return runWorkers(this.#sockets, ms, (socket, onDone) => {
      socket.onFrame = onDone;
      socket.write(this.#frame);
    });
  }
}
