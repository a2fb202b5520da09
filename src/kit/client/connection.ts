import { Deferred } from '../../platform/async/promises.js';
import type { Clock } from '../../platform/clock.js';
import type { RpcCommandName, RpcEventName } from '../types/rpc.js';
import { CommandError, DisconnectedError, ReplyTimeoutError } from './errors.js';
import { errorOf, parseFrame, type ServerFrame } from './frames.js';
import { CLOSED, type CloseInfo, LOST, type WebSocketLike } from './web-socket.js';

/** The longest time from connecting to READY, in milliseconds. */
const READY_MS = 5_000;

export interface RequestOptions {
  /** how long to wait for the reply, in milliseconds; null: as long as the connection lasts */
  readonly timeoutMs?: number | null;
  /** stops waiting for the reply */
  readonly signal?: AbortSignal;
}

/** A command as it is sent, without its nonce. */
export interface Payload {
  readonly cmd: RpcCommandName;
  readonly evt?: RpcEventName;
  readonly args: unknown;
}

/** Receives the events of a connection. */
export type OnDispatch = (evt: string, data: unknown) => void;

/** One connection to an RPC server, from opening to closing. */
export class Connection {
  readonly #pending = new Map<string, { cmd: string; reply: Deferred<unknown> }>();
  readonly #ready = new Deferred<void>();
  readonly #closed = new Deferred<CloseInfo>();
  #close: CloseInfo | null = null;
  #lastNonce = 0;

  private constructor(
    private readonly socket: WebSocketLike,
    private readonly onDispatch: OnDispatch,
    private readonly clock: Clock,
  ) {
    socket.addEventListener('message', ({ data }) => this.#receive(parseFrame(data)));
    socket.addEventListener('close', ({ code, reason }) => this.#end({ code, reason }));
    // `close` follows, with the reason.
    socket.addEventListener('error', () => {});
  }

  /** Waits for READY. @throws {DisconnectedError} if the connection is refused or READY does not arrive in time */
  static async open(socket: WebSocketLike, onDispatch: OnDispatch, clock: Clock): Promise<Connection> {
    const connection = new Connection(socket, onDispatch, clock);
    const cancelTimeout = clock.after(READY_MS, () => connection.#end(LOST));
    try {
      await connection.#ready.promise;
      return connection;
    } finally {
      cancelTimeout();
    }
  }

  /** Resolves once it is closed, by either side. */
  get closed(): Promise<CloseInfo> {
    return this.#closed.promise;
  }

  /**
   * Sends a command and waits for its reply.
   *
   * @returns the data of the reply
   * @throws {CommandError} if it is refused
   * @throws {DisconnectedError} if the connection is closed before the reply arrives
   * @throws {ReplyTimeoutError} @throws the reason of the signal
   */
  async request(payload: Payload, options: RequestOptions): Promise<unknown> {
    const { timeoutMs = null, signal } = options;
    signal?.throwIfAborted();
    if (this.#close !== null) throw new DisconnectedError(this.#close);
    this.#lastNonce += 1;
    const nonce = String(this.#lastNonce);
    const reply = new Deferred<unknown>();
    this.#pending.set(nonce, { cmd: payload.cmd, reply });
    const cancelTimeout =
      timeoutMs === null
        ? () => {}
        : this.clock.after(timeoutMs, () => reply.reject(new ReplyTimeoutError(payload.cmd, timeoutMs)));
    const abort = () => reply.reject(toError(signal?.reason));
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.socket.send(JSON.stringify({ ...payload, nonce }));
      return await reply.promise;
    } finally {
      this.#pending.delete(nonce);
      cancelTimeout();
      signal?.removeEventListener('abort', abort);
    }
  }

  close(): void {
    this.#end(CLOSED);
  }

  #receive(frame: ServerFrame | null): void {
    if (frame === null || this.#close !== null) return;
    const { cmd, evt } = frame;
    if (cmd !== 'DISPATCH') this.#settle(frame);
    else if (evt === 'READY') this.#ready.resolve();
    else if (evt !== null) this.onDispatch(evt, frame.data);
  }

  #settle(frame: ServerFrame): void {
    const pending = this.#pending.get(frame.nonce ?? '');
    if (frame.evt !== 'ERROR') {
      pending?.reply.resolve(frame.data);
    } else if (pending !== undefined) {
      const { code, message } = errorOf(frame);
      pending.reply.reject(new CommandError(pending.cmd, code, message));
    }
  }

  #end(close: CloseInfo): void {
    if (this.#close !== null) return;
    this.#close = close;
    this.socket.close();
    const error = new DisconnectedError(close);
    this.#ready.reject(error);
    for (const { reply } of this.#pending.values()) reply.reject(error);
    this.#closed.resolve(close);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('The request was aborted', 'AbortError');
}
