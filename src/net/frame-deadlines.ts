import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { type Clock, hasPassed } from '../platform/clock.js';
import type { Component } from '../platform/lifecycle.js';
import { MessageProgress } from './message-progress.js';

/** How often connections with an unfinished message are checked, in milliseconds. */
const INTERVAL_MS = 500;

/** RFC 6455 §7.4.1: policy violation. */
const SLOW_FRAME = { code: 1008, reason: 'Frame took too long' } as const;

export interface FrameDeadlineLimits {
  /** seconds from the first byte of a message to its last, regardless of control frames in between */
  readonly seconds: number;
  /**
   * bytes of unfinished messages of all connections together; beyond that the connection with the oldest message is
   * closed
   */
  readonly totalBytes: number;
}

interface Unfinished {
  readonly socket: WebSocket;
  since: number;
  bytes: number;
}

/**
 * Closes connections that do not finish a message in time. A partial message stays in memory, which a peer could
 * otherwise occupy for ever by sending a byte now and then.
 */
export class FrameDeadlines implements Component {
  /** connections with an unfinished message, the oldest message first */
  readonly #unfinished = new Map<WebSocket, Unfinished>();
  #totalBytes = 0;
  /** stops the timer; null while no message is unfinished */
  #cancel: (() => void) | null = null;

  constructor(
    private readonly limits: FrameDeadlineLimits,
    private readonly clock: Clock,
  ) {}

  /** Watches a new connection that has received nothing yet. @param raw the stream below the WebSocket */
  watch(socket: WebSocket, raw: Duplex): void {
    const progress = new MessageProgress();
    raw.on('data', (chunk: Uint8Array) => {
      const wasWhole = progress.take(chunk);
      if (wasWhole) this.#forget(socket);
      if (progress.unfinishedBytes > 0) this.#note(socket, progress.unfinishedBytes);
    });
    // The stream closes before the WebSocket does. `once` would keep a wrapper for each connection.
    raw.on('close', () => this.#forget(socket));
  }

  /** Stops watching; connections stay open. */
  async stop(): Promise<void> {
    this.#rest();
  }

  #note(socket: WebSocket, bytes: number): void {
    let message = this.#unfinished.get(socket);
    if (message === undefined) {
      message = { socket, since: this.clock.now(), bytes: 0 };
      this.#unfinished.set(socket, message);
      this.#cancel ??= this.clock.every(INTERVAL_MS, () => this.#sweep());
    }
    this.#totalBytes += bytes - message.bytes;
    message.bytes = bytes;
    for (const [oldest] of this.#unfinished) {
      if (this.#totalBytes <= this.limits.totalBytes) break;
      this.#end(oldest);
    }
  }

  #forget(socket: WebSocket): void {
    const message = this.#unfinished.get(socket);
    if (message === undefined) return;
    this.#totalBytes -= message.bytes;
    this.#unfinished.delete(socket);
  }

  #end(socket: WebSocket): void {
    this.#forget(socket);
    socket.close(SLOW_FRAME.code, SLOW_FRAME.reason);
    socket.terminate();
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
    const now = this.clock.now();
    for (const [socket, message] of this.#unfinished) {
      // Nothing arrives while it is paused, so the time restarts.
      if (socket.isPaused) message.since = now;
      else if (hasPassed(now, message.since, this.limits.seconds * 1000)) this.#end(socket);
    }
  }
}
