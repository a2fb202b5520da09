import type { Unsubscribe } from '../../platform/async/events.js';
import type { RpcFrame } from '../../protocol/rpc/payload.js';
import { SharedFrame } from '../subscriptions/shared-frame.js';
import type { ReadFrame } from '../transport/frame-reader.js';

/** Follows the frames of one connection. */
export interface FrameObserver {
  /** a frame of the client, as it was read. @param bytes its length */
  received(read: ReadFrame, bytes: number): void;
  sent(frame: RpcFrame, bytes: number): void;
  /** the connection has closed */
  closed(): void;
}

/** What the frames of a connection have amounted to. */
export interface FrameCounts {
  readonly frames_received: number;
  readonly frames_sent: number;
  readonly bytes_received: number;
  readonly bytes_sent: number;
}

/** Counts the frames of one connection. While somebody observes them, it passes them on. */
export class FrameTraffic {
  #framesReceived = 0;
  #framesSent = 0;
  #bytesReceived = 0;
  #bytesSent = 0;
  /** null while nobody observes, so that frames cost nothing more */
  #observers: Set<FrameObserver> | null = null;

  counts(): FrameCounts {
    return {
      frames_received: this.#framesReceived,
      frames_sent: this.#framesSent,
      bytes_received: this.#bytesReceived,
      bytes_sent: this.#bytesSent,
    };
  }

  countReceived(bytes: number): void {
    this.#framesReceived += 1;
    this.#bytesReceived += bytes;
  }

  observeRead(read: ReadFrame, bytes: number): void {
    if (this.#observers === null) return;
    for (const observer of this.#observers) observer.received(read, bytes);
  }

  countSent(frame: RpcFrame | SharedFrame, bytes: number): void {
    this.#framesSent += 1;
    this.#bytesSent += bytes;
    if (this.#observers === null) return;
    const sent = frame instanceof SharedFrame ? frame.frame : frame;
    for (const observer of this.#observers) observer.sent(sent, bytes);
  }

  observe(observer: FrameObserver): Unsubscribe {
    this.#observers ??= new Set();
    const observers = this.#observers;
    observers.add(observer);
    return () => {
      observers.delete(observer);
      if (observers.size === 0 && this.#observers === observers) this.#observers = null;
    };
  }

  /** The connection has closed. */
  end(): void {
    const observers = this.#observers;
    this.#observers = null;
    for (const observer of observers ?? []) observer.closed();
  }
}
