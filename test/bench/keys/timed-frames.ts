import type { WebSocket } from 'ws';
import { percentile } from '../kernel/statistics.js';

/** A frame and when it arrived, in milliseconds since the Unix epoch with fractions, as the kernel stamps keys. */
export interface TimedFrame {
  readonly text: string;
  readonly at: number;
}

/** The frames that arrive at a WebSocket. */
export class TimedFrames {
  readonly #frames: TimedFrame[] = [];
  #wake: () => void = () => {};

  /** @param isTimed whether a frame counts */
  constructor(socket: WebSocket, isTimed: (text: string) => boolean = () => true) {
    // Before other listeners, which take time.
    socket.prependListener('message', (data) => {
      const at = preciseNow();
      const text = String(data);
      if (!isTimed(text)) return;
      this.#frames.push({ text, at });
      this.#wake();
    });
  }

  async next(): Promise<TimedFrame> {
    for (;;) {
      const frame = this.#frames.shift();
      if (frame !== undefined) return frame;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Forgets what has arrived. */
  clear(): void {
    this.#frames.length = 0;
  }
}

/** Milliseconds since the Unix epoch, with fractions. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now();
}

/** Whether a frame of RPC reports a key of a capture. */
export function isKeyFrame(text: string): boolean {
  return text.includes('"CAPTURE_SHORTCUT_CHANGE"');
}

/** Delays in words. @param values in milliseconds */
export function describeDelays(values: readonly number[]): string {
  const [p50, p99] = [0.5, 0.99].map((share) => percentile(values, share).toFixed(2));
  return `p50 ${p50} ms, p99 ${p99} ms`;
}
