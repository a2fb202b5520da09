import { FrameSocket } from './frame-socket.js';
import { inBatches } from './in-batches.js';
import type { IdleLoad, LoadResult, RunningLoad } from './load.js';

/** Keeps connections open. */
export class IdleConnections implements RunningLoad {
  readonly #sockets: readonly FrameSocket[];

  constructor({ targets }: IdleLoad) {
    this.#sockets = targets.map((target) => new FrameSocket(target));
  }

  async open(): Promise<void> {
    await inBatches(this.#sockets, (socket) => socket.open());
  }

  async run(): Promise<LoadResult> {
    for (const socket of this.#sockets) socket.beat();
    return { operations: this.#sockets.length, milliseconds: 0 };
  }
}
