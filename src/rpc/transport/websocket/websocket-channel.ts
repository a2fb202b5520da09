import type { RawData, WebSocket } from 'ws';
import { closeWebSocket } from '../../../net/close-websocket.js';
import type { Clock } from '../../../platform/clock.js';
import type { RpcClose } from '../../../protocol/rpc/close-codes.js';
import type { FrameChannel, FrameListener } from '../frame-channel.js';

/** How long a connection may take to agree to being closed, in milliseconds. */
export const CLOSE_TIMEOUT = 2_000;

/** Frames as messages of a WebSocket: text is a text message, bytes are a binary one. */
export class WebSocketChannel implements FrameChannel {
  constructor(
    private readonly socket: WebSocket,
    private readonly clock: Clock,
  ) {}

  get isOpen(): boolean {
    return this.socket.readyState === this.socket.OPEN;
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  listen(listener: FrameListener): void {
    // ws passes one Buffer per message unless `binaryType` is changed.
    this.socket.on('message', (data: RawData) => listener.frame(data as Buffer));
    // The socket answers pings by itself, and ends those who do not read the answers; a flood costs as much as one of
    // commands.
    for (const event of ['ping', 'pong']) {
      this.socket.on(event, ({ length }: Buffer) => listener.control(length));
    }
    this.socket.once('close', () => listener.closed());
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    this.socket.resume();
  }

  send(data: string | Uint8Array, sent?: () => void): void {
    if (this.isOpen) this.socket.send(data, sent);
  }

  close(close: RpcClose): void {
    if (this.isOpen) closeWebSocket(this.socket, close, CLOSE_TIMEOUT, this.clock);
  }

  terminate(): void {
    this.socket.terminate();
  }
}
