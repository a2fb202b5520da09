import type { PacedSource } from '../../net/frames/paced-frames.js';
import type { RpcClose } from '../../protocol/rpc/close-codes.js';
import type { Framing } from '../subscriptions/shared-frame.js';

/** Receives the frames of a channel. */
export interface FrameListener {
  /** a complete frame, no longer than `frameBytes` */
  frame(data: Uint8Array): void;
  /** a control frame of the transport, e.g. a ping, which is charged like any other. @param bytes its length */
  control(bytes: number): void;
  /** the channel closed; called once, as the last call */
  closed(): void;
}

/**
 * One connection of an application (docs/architecture.md, Transports). Implementations limit the size of a frame and
 * the time it takes to arrive: the server only sees complete frames.
 */
export interface FrameChannel extends PacedSource {
  /** false after a close was sent or received */
  readonly isOpen: boolean;
  /** whether a frame that cannot be decoded closes the channel; otherwise it is answered with an error */
  readonly closesOnInvalidFrame: boolean;
  /** the longest frame that a client takes before AUTHENTICATE, in bytes as `framing` writes it; null: any */
  readonly longestEarlyFrame: number | null;
  /** Waits until the client's program can be listening to frames, because it has learned that the channel is open. */
  untilListening(): Promise<void>;
  /** Delivers frames from now on. Called once, while the channel is paused. */
  listen(listener: FrameListener): void;
  /**
   * Writes text or bytes, depending on the encoding of the connection, as a frame of this transport. All channels of a
   * transport have the same function, so that an event for many of them is written once.
   */
  readonly framing: Framing;
  /**
   * Sends a frame; it is dropped if the channel is not open.
   *
   * @param frame as `framing` writes it
   * @param sent called when the operating system has accepted the frame
   */
  send(frame: Uint8Array, sent?: () => void): void;
  /** Sends a close code and reason, and closes the channel when the peer agrees or after a timeout. */
  close(close: RpcClose): void;
  /** Closes the channel at once and drops unsent frames. */
  terminate(): void;
}
