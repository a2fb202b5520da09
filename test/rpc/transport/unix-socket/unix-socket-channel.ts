import type { Socket } from 'node:net';
import type { Clock } from '#guildhall/platform/clock.js';
import { RPC_CLOSES, type RpcClose } from '#guildhall/protocol/rpc/close-codes.js';
import type { RpcLimits } from '#guildhall/rpc/limits.js';
import type { FrameChannel, FrameListener } from '#guildhall/rpc/transport/frame-channel.js';
import { encodeUnit, KINDS, type Unit, UnitReader } from './units.js';

/** How long a connection may take to agree to being closed, in milliseconds. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Length-prefixed frames on a Unix socket. The first unit is the hello, which says what the query says elsewhere. */
export class UnixSocketChannel implements FrameChannel {
  isOpen = true;
  readonly framing = encodeFrame;
  readonly #reader: UnitReader;
  /** units that came before anybody listened, or while it was paused */
  readonly #early: Unit[] = [];
  #listener: FrameListener | null = null;
  #cancelDeadline: (() => void) | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly limits: Pick<RpcLimits, 'frameBytes' | 'frameSeconds'>,
    private readonly clock: Clock,
    private readonly hello: (data: Buffer) => void,
  ) {
    this.#reader = new UnitReader(limits.frameBytes);
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#closed());
  }

  get bufferedBytes(): number {
    return this.socket.writableLength;
  }

  async untilListening(): Promise<void> {}

  listen(listener: FrameListener): void {
    this.#listener = listener;
  }

  pause(): void {
    this.socket.pause();
  }

  resume(): void {
    for (const unit of this.#early.splice(0)) this.#handle(unit);
    this.socket.resume();
  }

  send(frame: Uint8Array, sent?: () => void): void {
    if (this.isOpen) this.socket.write(frame, () => sent?.());
  }

  close({ code, reason }: RpcClose): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.socket.end(encodeUnit(KINDS.CLOSE, JSON.stringify({ code, reason })));
    this.socket.once(
      'close',
      this.clock.after(CLOSE_TIMEOUT_MS, () => this.socket.destroy()),
    );
  }

  terminate(): void {
    this.isOpen = false;
    this.socket.destroy();
  }

  #receive(chunk: Buffer): void {
    try {
      for (const unit of this.#reader.read(chunk)) this.#handle(unit);
    } catch {
      this.close({ ...RPC_CLOSES.FRAME_TOO_LONG });
    }
    this.#cancelDeadline?.();
    this.#cancelDeadline = this.#reader.isUnfinished
      ? this.clock.after(this.limits.frameSeconds * 1000, () => this.close(RPC_CLOSES.SLOW_FRAME))
      : null;
  }

  #handle(unit: Unit): void {
    if (unit.kind === KINDS.HELLO) this.hello(unit.data);
    else if (this.#listener === null) this.#early.push(unit);
    else if (unit.kind === KINDS.FRAME) this.#listener.frame(unit.data);
    else this.#listener.control(unit.data.length);
  }

  #closed(): void {
    this.isOpen = false;
    this.#cancelDeadline?.();
    this.#listener?.closed();
  }
}

function encodeFrame(data: string | Uint8Array): Uint8Array {
  return encodeUnit(KINDS.FRAME, data);
}
