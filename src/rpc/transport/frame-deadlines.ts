import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import { RPC_CLOSES } from '../../protocol/rpc/close-codes.js';

/** How often connections in the middle of a frame are looked at, in milliseconds. */
const INTERVAL = 500;

/**
 * Ends connections that begin a frame and never finish it. What has arrived of a frame is kept in memory: a peer that
 * sends a byte now and then would hold it for ever.
 */
export class FrameDeadlines implements Component {
  /** connections in the middle of a frame, with the time since when */
  readonly #unfinished = new Map<WebSocket, number>();
  /** takes back the timer; null while no connection is in the middle of a frame: an idle daemon wakes for nothing */
  #cancel: (() => void) | null = null;

  /** @param seconds how long a frame may take to arrive whole */
  constructor(
    private readonly seconds: number,
    private readonly clock: Clock,
  ) {}

  /** @param raw what the WebSocket speaks through */
  watch(socket: WebSocket, raw: Socket): void {
    const finished = () => this.#unfinished.delete(socket);
    // Before the WebSocket's own listener: a frame that this data completes takes the mark away again.
    raw.prependListener('data', () => {
      if (this.#unfinished.has(socket)) return;
      this.#unfinished.set(socket, this.clock.now());
      this.#cancel ??= this.clock.every(INTERVAL, () => this.#sweep());
    });
    for (const event of ['message', 'ping', 'pong', 'close']) socket.on(event, finished);
    raw.once('close', finished);
  }

  async stop(): Promise<void> {
    this.#rest();
  }

  #rest(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #sweep(): void {
    if (this.#unfinished.size === 0) {
      this.#rest();
      return;
    }
    const latest = this.clock.now() - this.seconds * 1000;
    for (const [socket, since] of this.#unfinished) {
      // It is not read from, so nothing can arrive; the time begins anew.
      if (socket.isPaused) this.#unfinished.set(socket, this.clock.now());
      if (since > latest) continue;
      this.#unfinished.delete(socket);
      socket.close(RPC_CLOSES.SLOW_FRAME.code, RPC_CLOSES.SLOW_FRAME.reason);
      socket.terminate();
    }
  }
}
