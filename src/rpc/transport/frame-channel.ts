import type { PacedSource } from '../../net/paced-frames.js';
import type { RpcClose } from '../../protocol/rpc/close-codes.js';

/** Receives what arrives on a channel. */
export interface FrameListener {
  /** a frame that arrived whole, no longer than the server's limit `frameBytes` */
  frame(data: Uint8Array): void;
  /** a frame of the transport's own, e.g. a ping: it costs as much as another. @param bytes its length */
  control(bytes: number): void;
  /** the channel has ended; called once, and nothing is called after it */
  closed(): void;
}

/**
 * One connection of an application, whatever carries its frames (docs/architecture.md, Transports). Its implementation
 * bounds the bytes of a frame and the time it takes to arrive: no part of the server sees a frame that has not arrived whole.
 */
export interface FrameChannel extends PacedSource {
  /** false from the moment a close was sent or received */
  readonly isOpen: boolean;
  /** Passes on what arrives from now on. Called once, while the channel is paused. */
  listen(listener: FrameListener): void;
  /**
   * Sends a frame; one that is sent while the channel is not open is lost.
   *
   * @param data text or bytes, as the encoding of the connection writes frames
   * @param sent is called when the operating system has taken the frame
   */
  send(data: string | Uint8Array, sent?: () => void): void;
  /** Sends a code and a reason, and ends the channel when the other side agrees, or soon if it does not. */
  close(close: RpcClose): void;
  /** Ends the channel at once, with what was not sent yet. */
  terminate(): void;
}
