import { FrameSocket } from './frame-socket.js';
import type { ConnectLoad, LoadResult, RunningLoad } from './load.js';
import { runWorkers } from './run-workers.js';

/** Opens connections until each is greeted, and closes them. */
export class ConnectGenerator implements RunningLoad {
  constructor(private readonly load: ConnectLoad) {}

  async open(): Promise<void> {}

  run(ms: number): Promise<LoadResult> {
    const { parallel, target } = this.load;
    return runWorkers(Array.from({ length: parallel }), ms, (_, onDone) => {
      const socket = new FrameSocket(target);
      void socket.open().then(() => {
        socket.close();
        onDone();
      });
    });
  }
}
