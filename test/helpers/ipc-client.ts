import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertDeclaredError } from './assert-declared-error.js';
import { eventually } from './eventually.js';
import { MockRpc, type MockRpcOptions } from './mock-rpc.js';
import type { Frame } from './rpc-client.js';

export const OPCODES = { HANDSHAKE: 0, FRAME: 1, CLOSE: 2, PING: 3, PONG: 4 } as const;

/** Writes a frame of IPC from its description, not with the code of the product. */
export function ipcBytes(opcode: number, payload: unknown): Buffer {
  const json = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const header = Buffer.alloc(8);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(json.length, 4);
  return Buffer.concat([header, json]);
}

/** A bare client of RPC over IPC: what is on the wire, nothing hidden. */
export class RawIpcClient {
  /** everything that arrived, in order */
  readonly received: { opcode: number; json: string }[] = [];
  readonly #taken = new Set<object>();
  #rest = Buffer.alloc(0);
  #isEnded = false;
  #nonce = 0;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      while (this.#rest.length >= 8) {
        const length = this.#rest.readUInt32LE(4);
        if (this.#rest.length < 8 + length) return;
        const json = this.#rest.subarray(8, 8 + length).toString();
        this.received.push({ opcode: this.#rest.readUInt32LE(0), json });
        this.#rest = this.#rest.subarray(8 + length);
      }
    });
    socket.on('close', () => {
      this.#isEnded = true;
    });
    socket.on('error', () => {});
  }

  /** Connects without a handshake. */
  static async open(path: string): Promise<RawIpcClient> {
    const socket = connect(path);
    await once(socket, 'connect');
    return new RawIpcClient(socket);
  }

  /** Connects, sends a handshake and takes READY. */
  static async connect(path: string, clientId = '100'): Promise<RawIpcClient> {
    const client = await RawIpcClient.open(path);
    client.write(OPCODES.HANDSHAKE, { v: 1, client_id: clientId });
    await client.next(({ evt }) => evt === 'READY');
    return client;
  }

  /** Writes one frame. @param payload text is sent as it is */
  write(opcode: number, payload: unknown): void {
    this.socket.write(ipcBytes(opcode, payload));
  }

  send(payload: unknown): void {
    this.write(OPCODES.FRAME, payload);
  }

  /** The first FRAME that matches, also one that came before; it is not given again. */
  next(matches: (frame: Frame) => boolean = () => true): Promise<Frame> {
    return this.take(({ opcode, json }) => {
      const frame = opcode === OPCODES.FRAME ? (JSON.parse(json) as Frame) : null;
      if (frame === null || !matches(frame)) return undefined;
      assertDeclaredError(frame);
      return frame;
    });
  }

  /** The JSON text of the first frame of another kind. */
  nextOf(opcode: number): Promise<string> {
    return this.take((frame) => (frame.opcode === opcode ? frame.json : undefined));
  }

  async take<T>(find: (frame: { opcode: number; json: string }) => T | undefined): Promise<T> {
    const [found] = await eventually(
      () => {
        for (const frame of this.received) {
          const found = this.#taken.has(frame) ? undefined : find(frame);
          if (found === undefined) continue;
          this.#taken.add(frame);
          return [found] as const;
        }
        return undefined;
      },
      {
        ended: () => (this.#isEnded ? 'the connection is closed' : undefined),
        describe: () => this.#describe(),
      },
    );
    return found;
  }

  /** Sends a command and takes its reply, an ERROR included. */
  request(cmd: string, args?: unknown, evt?: string): Promise<Frame> {
    this.#nonce += 1;
    const nonce = `i${this.#nonce}`;
    this.send({ cmd, args, evt, nonce });
    return this.next((frame) => frame.nonce === nonce);
  }

  /** What the server closed with. */
  async closed(): Promise<{ code: number; message: string }> {
    const json = await this.nextOf(OPCODES.CLOSE);
    await eventually(() => this.#isEnded, { describe: () => 'the connection stays open' });
    return JSON.parse(json);
  }

  async close(): Promise<void> {
    this.socket.end();
    await eventually(() => this.#isEnded, { describe: () => 'the connection stays open' });
  }

  #describe(): string {
    return `no such frame came; there are ${JSON.stringify(this.received)}`;
  }
}

/** Runs a test in a separate folder. */
export function inFolder(run: (folder: string) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guildhall-'));
    try {
      await run(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
}

/** Runs a test against a server with a socket of IPC. @param run gets its path */
export function withIpc(
  run: (mock: MockRpc, path: string) => Promise<void>,
  options: MockRpcOptions = {},
): () => Promise<void> {
  return inFolder(async (folder) => {
    const mock = await MockRpc.start({ ipcFolder: folder, ...options });
    try {
      await run(mock, mock.server.ipc?.path ?? '');
    } finally {
      await mock.stop();
    }
  });
}
