import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../../../helpers/eventually.js';
import type { Frame } from '../../../helpers/rpc-client.js';
import { encodeUnit, KINDS, UnitReader } from './units.js';

/** An application on the Unix socket. */
export class UnixSocketClient {
  readonly frames: Frame[] = [];
  /** code and reason that the server closed with */
  close: { code: number; reason: string } | null = null;
  #nonce = 0;

  private constructor(readonly socket: Socket) {
    const reader = new UnitReader(Number.MAX_SAFE_INTEGER);
    socket.on('data', (chunk) => {
      for (const { kind, data } of reader.read(chunk)) {
        if (kind === KINDS.CLOSE) this.close = JSON.parse(data.toString());
        else this.frames.push(JSON.parse(data.toString()));
      }
    });
    socket.on('error', () => {});
  }

  static async open(path: string, hello: object): Promise<UnixSocketClient> {
    const socket = connect(path);
    await once(socket, 'connect');
    const client = new UnixSocketClient(socket);
    client.send(KINDS.HELLO, JSON.stringify(hello));
    return client;
  }

  send(kind: number, data: string): void {
    this.socket.write(encodeUnit(kind, data));
  }

  sendFrame(frame: object): void {
    this.send(KINDS.FRAME, JSON.stringify(frame));
  }

  /** The first frame that matches, also one that came before; it is taken out. */
  next(matches: (frame: Frame) => boolean): Promise<Frame> {
    return eventually(() => {
      assert.equal(this.close, null, 'the connection was closed');
      const index = this.frames.findIndex(matches);
      return index === -1 ? undefined : this.frames.splice(index, 1)[0];
    });
  }

  /** Sends a command and takes its reply. */
  request(cmd: string, args?: object, evt?: string): Promise<Frame> {
    this.#nonce += 1;
    const nonce = `u${this.#nonce}`;
    this.sendFrame({ cmd, args, evt, nonce });
    return this.next((frame) => frame.nonce === nonce);
  }

  async closed(): Promise<{ code: number; reason: string }> {
    return eventually(() => this.close ?? undefined);
  }
}
