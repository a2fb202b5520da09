import type { Socket } from 'node:net';
import type { FrameDeadlines } from '../../../net/frames/frame-deadlines.js';
import type { UnreadReplies } from '../../../net/http/unread-replies.js';
import type { Clock } from '../../../platform/clock.js';
import type { FaultBoundary } from '../../../platform/processes/fault-boundary.js';
import { parseJson } from '../../../platform/text/parse-json.js';
import { RPC_CLOSES, type RpcClose } from '../../../protocol/rpc/close-codes.js';
import {
  IPC_FRAME_BYTES,
  IPC_OPCODES,
  type IpcFrame,
  IpcFrameReader,
  IpcHeaderError,
  ipcFrame,
} from '../../../protocol/rpc/ipc.js';
import { LOCAL_UNREAD_BYTES } from '../../limits.js';
import type { FrameChannel, FrameListener } from '../frame-channel.js';

/** How long a client may take to close its end, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;
/** How many PINGs are answered before the handshake: programs that look for a server send one. */
const EARLY_PINGS = 16;

export interface IpcChannelOptions {
  /** the longest JSON, in bytes */
  readonly frameBytes: number;
  /** shared by all connections */
  readonly deadlines: FrameDeadlines<IpcChannel>;
  /** shared by all connections */
  readonly unread: UnreadReplies;
  /** a fault in it ends the connection */
  readonly boundary: FaultBoundary;
  readonly clock: Clock;
  /** called once, with what the client sent */
  readonly handshake: (hello: object) => unknown;
}

/** Frames over a Unix socket or a named pipe: each has a header with its kind and its length (docs/rpc.md, IPC). */
export class IpcChannel implements FrameChannel {
  readonly framing = toFrame;
  readonly closesOnInvalidFrame = true;
  readonly longestEarlyFrame = IPC_FRAME_BYTES;
  readonly #reader: IpcFrameReader;
  #isOpen = true;
  #hasHandshake = false;
  #earlyPings = 0;
  /** frames that arrived together with the handshake; null: they are passed on */
  #early: IpcFrame[] | null = [];
  #listener: FrameListener | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly options: IpcChannelOptions,
  ) {
    this.#reader = new IpcFrameReader(options.frameBytes);
    socket.on(
      'data',
      options.boundary.guard((chunk: Buffer) => this.#receive(chunk)),
    );
    socket.on('error', () => this.terminate());
    socket.once('end', () => this.#end());
    socket.once('close', () => {
      this.#isOpen = false;
      options.deadlines.forget(this);
      this.#reportEnd();
    });
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isPaused(): boolean {
    return this.socket.isPaused();
  }

  get bufferedBytes(): number {
    return this.socket.writableLength;
  }

  /** Whether the client has said who it is. */
  get hasHandshake(): boolean {
    return this.#hasHandshake;
  }

  /** What is sent waits in the socket until the client reads. */
  untilListening(): Promise<void> {
    return Promise.resolve();
  }

  listen(listener: FrameListener): void {
    this.#listener = listener;
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    const early = this.#early ?? [];
    this.#early = null;
    // First, because who handles them may pause it again.
    this.socket.resume();
    for (const frame of early) this.#handle(frame);
  }

  send(frame: Uint8Array, sent?: () => void): void {
    if (!this.isOpen) return;
    this.socket.write(frame, sent);
    this.options.unread.wrote(this.socket);
  }

  close({ code, reason: message }: RpcClose): void {
    if (!this.isOpen) return;
    this.socket.write(ipcFrame(IPC_OPCODES.CLOSE, JSON.stringify({ code, message })));
    this.#end();
  }

  terminate(): void {
    this.#isOpen = false;
    this.socket.destroy();
  }

  /** Ends the socket, whichever side began to close it. */
  #end(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.socket.end();
    // What the client still sends is dropped, so that its end is noticed.
    this.socket.resume();
    const cancel = this.options.clock.after(CLOSE_TIMEOUT_MS, () => this.socket.destroy());
    this.socket.once('close', cancel);
  }

  #reportEnd(): void {
    const listener = this.#listener;
    this.#listener = null;
    listener?.closed();
  }

  #receive(chunk: Buffer): void {
    if (!this.isOpen) return;
    const { deadlines } = this.options;
    let isContinued = this.#reader.unfinishedBytes > 0;
    try {
      for (const frame of this.#reader.read(chunk)) {
        isContinued = false;
        this.#handle(frame);
        if (!this.isOpen) return;
      }
    } catch (error) {
      if (!(error instanceof IpcHeaderError)) throw error;
      this.close(error.isTooLong ? RPC_CLOSES.MESSAGE_TOO_LONG : RPC_CLOSES.INVALID_FRAME);
      return;
    }
    if (!isContinued) deadlines.forget(this);
    if (this.#reader.unfinishedBytes > 0) deadlines.note(this, this.#reader.unfinishedBytes);
  }

  #handle(frame: IpcFrame): void {
    // Not before what arrived earlier.
    if (!this.isOpen) return;
    switch (frame.opcode) {
      case IPC_OPCODES.HANDSHAKE:
        this.#shakeHands(frame.json);
        break;
      case IPC_OPCODES.FRAME:
        this.#pass(frame);
        break;
      case IPC_OPCODES.CLOSE:
        this.#end();
        // The client may keep its socket.
        this.#reportEnd();
        break;
      case IPC_OPCODES.PING:
        this.#answerPing(frame.json);
        break;
      case IPC_OPCODES.PONG:
        this.#listener?.control(frame.json.length);
        break;
    }
  }

  #shakeHands(json: Buffer): void {
    const isExpected = !this.#hasHandshake && json.length <= IPC_FRAME_BYTES;
    const hello = isExpected ? parseJson(json.toString()) : null;
    if (typeof hello !== 'object' || hello === null || Array.isArray(hello)) {
      this.close(RPC_CLOSES.INVALID_FRAME);
      return;
    }
    this.#hasHandshake = true;
    this.options.boundary.run(() => this.options.handshake(hello));
  }

  #pass(frame: IpcFrame): void {
    if (!this.#hasHandshake) this.close(RPC_CLOSES.INVALID_FRAME);
    else if (this.#early !== null) this.#early.push(frame);
    else this.#listener?.frame(frame.json);
  }

  #answerPing(json: Buffer): void {
    const answer = ipcFrame(IPC_OPCODES.PONG, json);
    if (answer.length > IPC_FRAME_BYTES) {
      this.close(RPC_CLOSES.MESSAGE_TOO_LONG);
      return;
    }
    if (this.#listener !== null) this.#listener.control(json.length);
    else this.#earlyPings += 1;
    if (this.#earlyPings > EARLY_PINGS) this.close(RPC_CLOSES.RATE_LIMITED);
    // A client that does not read its answers gets no more of them.
    else if (this.bufferedBytes <= LOCAL_UNREAD_BYTES) this.send(answer);
  }
}

function toFrame(data: string | Uint8Array): Uint8Array {
  return ipcFrame(IPC_OPCODES.FRAME, data);
}
