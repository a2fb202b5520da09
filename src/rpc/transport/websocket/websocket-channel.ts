import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import type { PeerReads } from '../../../net/frames/peer-reads.js';
import type { UnreadReplies } from '../../../net/http/unread-replies.js';
import { closeWebSocket } from '../../../net/websocket/close-websocket.js';
import { websocketMessage } from '../../../net/websocket/websocket-message.js';
import type { Clock } from '../../../platform/clock.js';
import type { RpcClose } from '../../../protocol/rpc/close-codes.js';
import type { FrameChannel, FrameListener } from '../frame-channel.js';

/** How long the close handshake may take, in milliseconds. */
export const CLOSE_TIMEOUT_MS = 2_000;

export interface WebSocketChannelOptions {
  readonly peerReads: PeerReads;
  /** of all WebSockets of the port */
  readonly unread: UnreadReplies;
  readonly clock: Clock;
}

/** Frames as WebSocket messages: text as text messages, bytes as binary messages. */
export class WebSocketChannel implements FrameChannel {
  readonly framing = websocketMessage;
  readonly closesOnInvalidFrame = false;
  readonly longestEarlyFrame = null;

  /**
   * @param connection the stream below the WebSocket. Frames are written to it whole, which is safe because the WebSocket
   * does not compress and so has no half-written frames.
   */
  constructor(
    private readonly socket: WebSocket,
    private readonly connection: Socket,
    private readonly options: WebSocketChannelOptions,
  ) {}

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get bufferedBytes(): number {
    return this.connection.writableLength;
  }

  /**
   * Some clients add their listener to messages after the one to the opening, when their event loop has handled the
   * response to the handshake. They would miss a frame that they read together with it.
   */
  untilListening(): Promise<void> {
    return this.options.peerReads.untilRead(this.connection);
  }

  listen(listener: FrameListener): void {
    // ws passes one Buffer per message unless `binaryType` is changed.
    this.socket.on('message', (data: RawData) => listener.frame(data as Buffer));
    // ws answers pings itself, and the socket is closed if the pongs are not read; pings are charged like commands.
    const control = ({ length }: Buffer) => listener.control(length);
    this.socket.on('ping', control);
    this.socket.on('pong', control);
    this.socket.on('close', () => listener.closed());
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  send(frame: Uint8Array, sent?: () => void): void {
    if (!this.isOpen) return;
    this.connection.write(frame, sent);
    this.options.unread.wrote(this.connection);
  }

  close(close: RpcClose): void {
    if (this.isOpen) closeWebSocket(this.socket, close, CLOSE_TIMEOUT_MS, this.options.clock);
  }

  terminate(): void {
    this.socket.terminate();
  }
}
