import type { Socket } from 'node:net';
import type { ExpectedFrames, SocketTarget } from './load.js';
import { openSocket } from './raw-socket.js';

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
const REFUSAL = '"evt":"ERROR"';
const ANY_FRAME: ExpectedFrames = { marker: '', count: 1 };
const OPCODE_TEXT = 1;
const OPCODE_BINARY = 2;
const OPCODE_CLOSE = 8;
const IPC_HEADER = 8;
const IPC_HANDSHAKE = 0;
const IPC_FRAME = 1;
const IPC_CLOSE = 2;
const CLOSE_NORMAL = Buffer.from([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8]);

/** A client of a WebSocket, or of IPC, with as little work as possible: it finds the frames and parses none of them. */
export class FrameSocket {
  /** called with each text or binary frame; the bytes are overwritten once it returns */
  onFrame: (payload: Buffer) => void = () => {};
  #socket: Socket | null = null;
  #isUpgraded = false;
  #isClosing = false;
  /** bytes of a head or frame that has not arrived completely */
  #rest = NOTHING;
  #onUpgrade: () => void = () => {};

  constructor(private readonly target: SocketTarget) {}

  /** Connects, takes the greeting and sends what comes first. */
  async open(): Promise<void> {
    const { isGreeted, ready = ANY_FRAME, setup } = this.target;
    const greeted = isGreeted ? this.#received(ANY_FRAME) : null;
    await this.connect();
    await greeted;
    for (const [index, text] of setup.entries()) {
      const answered = this.#received(index === setup.length - 1 ? ready : ANY_FRAME);
      this.write(toFrame(text, this.target));
      await answered;
    }
  }

  /** Connects and upgrades. */
  async connect(): Promise<void> {
    const { ipc, path, port } = this.target;
    this.#socket = await openSocket(
      ipc?.path ?? port,
      (bytes) => this.#read(bytes),
      () => {
        if (!this.#isClosing) throw new Error(`a connection to ${path} was closed`);
      },
    );
    if (ipc !== undefined) {
      this.#isUpgraded = true;
      this.write(ipcFrame(IPC_HANDSHAKE, JSON.stringify({ v: 1, client_id: ipc.clientId })));
      return;
    }
    const upgraded = new Promise<void>((resolve) => {
      this.#onUpgrade = resolve;
    });
    this.#socket.write(upgradeRequest(this.target));
    await upgraded;
  }

  /** @param frame of `toFrame` */
  write(frame: Buffer): void {
    this.#socket?.write(frame);
  }

  /** Sends the heartbeat of the target, if it has one. */
  beat(): void {
    if (this.target.heartbeat !== undefined) this.write(toFrame(this.target.heartbeat, this.target));
  }

  close(): void {
    this.#isClosing = true;
    this.#socket?.end(this.target.ipc === undefined ? CLOSE_NORMAL : ipcFrame(IPC_CLOSE, '{}'));
  }

  /** The greeting or a reply of the set-up, which must succeed: events would be waited for in vain. */
  #received({ marker, count }: ExpectedFrames): Promise<void> {
    let missing = count;
    return new Promise((resolve) => {
      this.onFrame = (payload) => {
        if (payload.includes(REFUSAL)) throw new Error(`the set-up was answered with ${payload}`);
        if (payload.includes(marker)) missing -= 1;
        if (missing > 0) return;
        this.onFrame = () => {};
        resolve();
      };
    });
  }

  #read(chunk: Buffer): void {
    let bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (!this.#isUpgraded) bytes = this.#readHead(bytes);
    if (this.target.ipc !== undefined) bytes = this.#readIpcFrames(bytes);
    else if (this.#isUpgraded) bytes = this.#readFrames(bytes);
    this.#rest = bytes.length === 0 ? NOTHING : Buffer.from(bytes);
  }

  #readHead(bytes: Buffer): Buffer {
    const end = bytes.indexOf(HEAD_END);
    if (end === -1) return bytes;
    const head = bytes.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 101')) throw new Error(`the upgrade was answered with ${head}`);
    this.#isUpgraded = true;
    this.#onUpgrade();
    return bytes.subarray(end + HEAD_END.length);
  }

  #readIpcFrames(bytes: Buffer): Buffer {
    let at = 0;
    while (bytes.length - at >= IPC_HEADER) {
      const end = at + IPC_HEADER + bytes.readUInt32LE(at + 4);
      if (bytes.length < end) break;
      const payload = bytes.subarray(at + IPC_HEADER, end);
      if (bytes.readUInt32LE(at) === IPC_FRAME) this.onFrame(payload);
      else if (!this.#isClosing) throw new Error(`the server closed: ${payload}`);
      at = end;
    }
    return bytes.subarray(at);
  }

  /** @returns the bytes of a frame that is not whole */
  #readFrames(bytes: Buffer): Buffer {
    let at = 0;
    while (bytes.length - at >= 2) {
      const opcode = (bytes[at] ?? 0) & 0x0f;
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const header = short === 127 ? 10 : short === 126 ? 4 : 2;
      if (bytes.length - at < header) break;
      const length =
        header === 2 ? short : header === 4 ? bytes.readUInt16BE(at + 2) : bytes.readUInt32BE(at + 6);
      const end = at + header + length;
      if (bytes.length < end) break;
      if (opcode === OPCODE_TEXT || opcode === OPCODE_BINARY) this.onFrame(bytes.subarray(at + header, end));
      else if (opcode === OPCODE_CLOSE && !this.#isClosing) {
        throw new Error(`the server closed: ${bytes.toString('utf8', at + header + 2, end)}`);
      }
      at = end;
    }
    return bytes.subarray(at);
  }
}

/** The request that opens a WebSocket. */
export function upgradeRequest({ port, path, origin }: SocketTarget): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
    ...['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'],
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function ipcFrame(opcode: number, text: string): Buffer {
  const payload = Buffer.from(text);
  const header = Buffer.alloc(IPC_HEADER);
  header.writeUInt32LE(opcode, 0);
  header.writeUInt32LE(payload.length, 4);
  return Buffer.concat([header, payload]);
}

/** A masked text frame, or a frame of IPC. */
export function toFrame(text: string, { ipc }: Pick<SocketTarget, 'ipc'> = {}): Buffer {
  if (ipc !== undefined) return ipcFrame(IPC_FRAME, text);
  const payload = Buffer.from(text);
  const mask = Buffer.from([0x37, 0xfa, 0x21, 0x3d]);
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff];
  for (let at = 0; at < payload.length; at += 1) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return Buffer.concat([Buffer.from([0x81, ...length]), mask, payload]);
}
