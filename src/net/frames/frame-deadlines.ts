import type { Duplex } from 'node:stream';
import { type Clock, hasPassed } from '../../platform/clock.js';
import type { Component } from '../../platform/lifecycle.js';
import { HeldBytes } from '../held-bytes.js';
import { MessageProgress } from '../websocket/message-progress.js';

/** How often connections with an unfinished message are checked, in milliseconds. */
const INTERVAL_MS = 500;

export interface FrameDeadlineLimits {
  /** seconds from the first byte of a message to its last, regardless of control frames in between */
  readonly seconds: number;
  /**
   * bytes of unfinished messages of all connections together; beyond that the connection with the oldest message is
   * closed
   */
  readonly totalBytes: number;
}

/** A connection on which messages arrive in parts. */
interface Source {
  /** whether nothing is read from it */
  readonly isPaused: boolean;
}

/**
 * Closes connections that do not finish a message in time. A partial message stays in memory, which a peer could
 * otherwise occupy for ever by sending a byte now and then.
 */
export class FrameDeadlines<Connection extends Source> implements Component {
  /** when the message of each connection with an unfinished one began */
  readonly #began = new Map<Connection, number>();
  readonly #bytes: HeldBytes<Connection>;
  /** stops the timer; null while no message is unfinished */
  #cancel: (() => void) | null = null;

  /** @param end closes a connection at once: its message took too long, or is in the way of others */
  constructor(
    private readonly limits: FrameDeadlineLimits,
    private readonly clock: Clock,
    private readonly end: (connection: Connection) => void,
  ) {
    this.#bytes = new HeldBytes(limits.totalBytes, (oldest) => this.#end(oldest));
  }

  /** Watches a new WebSocket that has received nothing yet. @param raw the stream below it */
  watch(connection: Connection, raw: Duplex): void {
    const progress = new MessageProgress();
    raw.on('data', (chunk: Uint8Array) => {
      const wasWhole = progress.take(chunk);
      if (wasWhole) this.forget(connection);
      if (progress.unfinishedBytes > 0) this.note(connection, progress.unfinishedBytes);
    });
    // The stream closes before the WebSocket does. `once` would keep a wrapper for each connection.
    raw.on('close', () => this.forget(connection));
  }

  /** Stops watching; connections stay open. */
  async stop(): Promise<void> {
    this.#rest();
  }

  /** A part of a message arrived, which is not whole yet. @param bytes its length so far */
  note(connection: Connection, bytes: number): void {
    if (!this.#began.has(connection)) {
      this.#began.set(connection, this.clock.now());
      this.#cancel ??= this.clock.every(INTERVAL_MS, () => this.#sweep());
    }
    this.#bytes.note(connection, bytes);
  }

  /** The message is whole, or the connection has closed. */
  forget(connection: Connection): void {
    if (this.#began.delete(connection)) this.#bytes.forget(connection);
  }

  #end(connection: Connection): void {
    this.forget(connection);
    this.end(connection);
  }

  #rest(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #sweep(): void {
    if (this.#began.size === 0) {
      this.#rest();
      return;
    }
    const now = this.clock.now();
    for (const [connection, began] of this.#began) {
      // Nothing arrives while it is paused, so the time restarts.
      if (connection.isPaused) this.#began.set(connection, now);
      else if (hasPassed(now, began, this.limits.seconds * 1000)) this.#end(connection);
    }
  }
}
