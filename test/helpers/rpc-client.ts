import assert from 'node:assert/strict';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Encoding } from '#guildhall/protocol/encoding/encoding.js';
import { jsonEncoding } from '#guildhall/protocol/encoding/json.js';
import { assertDeclaredError, assertDeclaredOfEvent } from './assert-declared-error.js';
import { decodeFrame } from './decode-frame.js';
import { inTime } from './eventually.js';
import { patience, reducePatience } from './patience.js';

export interface Frame {
  cmd: string | null;
  data: Record<string, unknown> | null;
  evt: string | null;
  nonce: string | number | null;
}

export interface ConnectOptions {
  readonly port: number;
  readonly clientId?: string;
  readonly origin?: string | undefined;
  readonly query?: string;
  /** by default json */
  readonly encoding?: Encoding;
  readonly headers?: Record<string, string>;
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A bare RPC client: what is on the wire, nothing hidden. */
export class RawRpcClient {
  readonly frames: Frame[] = [];
  readonly #closed: Promise<Closed>;
  #end: Closed | null = null;
  #waiting: (() => void)[] = [];
  #nonce = 0;

  private constructor(
    readonly socket: WebSocket,
    private readonly encoding: Encoding,
  ) {
    socket.on('message', (data) => {
      const frame = decodeFrame(encoding, data as Buffer) as Frame;
      assertDeclaredError(frame);
      this.frames.push(frame);
      this.#wakeAll();
    });
    this.#closed = new Promise((resolve) =>
      socket.once('close', (code, reason) => {
        this.#end = { code, reason: String(reason) };
        this.#wakeAll();
        resolve(this.#end);
      }),
    );
    socket.on('error', () => {});
  }

  /** Opens a connection without waiting for READY. */
  static async open(options: ConnectOptions): Promise<RawRpcClient> {
    const encoding = options.encoding ?? jsonEncoding;
    const query = options.query ?? `v=1&client_id=${options.clientId}&encoding=${encoding.name}`;
    const socket = new WebSocket(`ws://127.0.0.1:${options.port}/?${query}`, {
      headers: { ...(options.origin === undefined ? {} : { origin: options.origin }), ...options.headers },
      handshakeTimeout: patience(),
    });
    const client = new RawRpcClient(socket, encoding);
    await once(socket, 'open');
    return client;
  }

  /** Opens a connection and takes READY. */
  static async connect(options: ConnectOptions): Promise<RawRpcClient> {
    const client = await RawRpcClient.open(options);
    const ready = await client.next((frame) => frame.evt === 'READY');
    assert.equal(ready.cmd, 'DISPATCH');
    return client;
  }

  /** How the connection was closed; fails if it stays open. */
  get closed(): Promise<Closed> {
    const describe = () => `the connection stays open; there are ${JSON.stringify(this.frames)}`;
    return handled(inTime(this.#closed, describe, 3));
  }

  /** The first frame that matches, also one that came before; it is taken out. Fails once the connection is closed. */
  next(matches: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return handled(this.#next(matches));
  }

  async #next(matches: (frame: Frame) => boolean): Promise<Frame> {
    const deadline = performance.now() + patience();
    for (;;) {
      const index = this.frames.findIndex(matches);
      if (index !== -1) return this.frames.splice(index, 1)[0] as Frame;
      const there = `there are ${JSON.stringify(this.frames)}`;
      if (this.#end !== null) {
        // In a race with `closed` the end comes first.
        await setImmediate();
        assert.fail(`closed with ${this.#end.code} ${this.#end.reason} before such a frame came; ${there}`);
      }
      if (performance.now() >= deadline) assert.fail(`no such frame came; ${there}${reducePatience()}`);
      await this.#change();
    }
  }

  /** Waits for a frame or the end of the connection, or for a moment. */
  #change(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, 250);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #wakeAll(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  send(payload: unknown): void {
    this.socket.send(
      typeof payload === 'string' || payload instanceof Uint8Array ? payload : this.encoding.encode(payload),
    );
  }

  /** Sends a command and takes its reply, an ERROR included. */
  request(cmd: string, args?: unknown, evt?: string): Promise<Frame> {
    this.#nonce += 1;
    const nonce = `n${this.#nonce}`;
    this.send({ cmd, args, evt, nonce });
    const reply = this.#next((frame) => frame.nonce === nonce);
    return handled(
      reply.then((frame) => {
        if (cmd === 'SUBSCRIBE') assertDeclaredOfEvent(frame, evt);
        return frame;
      }),
    );
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }
}

/** A promise that a test may leave behind: when the server of the test stops, it fails, and is no longer awaited. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
