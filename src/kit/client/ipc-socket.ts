import { lstatSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { parseJson } from '../../platform/text/parse-json.js';
import { IPC_OPCODES, type IpcFrame, IpcFrameReader, ipcFrame } from '../../protocol/rpc/ipc.js';
import { DisconnectedError } from './errors.js';
import { textOr } from './frames.js';
import { type CloseInfo, LOST, type WebSocketLike } from './web-socket.js';

/** The longest frame that is taken, in bytes. */
const MAX_FRAME = 16 * 1024 * 1024;

interface Listeners {
  readonly message: ((event: { data: unknown }) => void)[];
  readonly close: ((event: CloseInfo) => void)[];
  readonly error: (() => void)[];
}

/** A connection over IPC (docs/rpc.md, IPC), with the interface of a WebSocket. */
export class IpcSocket implements WebSocketLike {
  readonly #listeners: Listeners = { message: [], close: [], error: [] };
  #socket: Socket;
  readonly #reader = new IpcFrameReader(MAX_FRAME);
  #close: CloseInfo = LOST;

  /**
   * Connects, and sends the handshake if the socket is still the one of this user or root that was there before. A server that
   * starts may change its own socket meanwhile, so the client connects once more to what is there then. Node.js does not tell
   * the peer's user. Where others can replace files of this user, as in a shared folder without the sticky bit, a
   * socket that takes this one's place only while it is connected to can remain unnoticed.
   *
   * @param path of the server
   * @throws {DisconnectedError} if there is no socket of this user or root
   */
  constructor(path: string, clientId: string) {
    const found = ownSocketAt(path);
    if (found === null) throw new DisconnectedError({ ...LOST, reason: 'no socket of this user' });
    const handshake = ipcFrame(IPC_OPCODES.HANDSHAKE, JSON.stringify({ v: 1, client_id: clientId }));
    this.#socket = this.#connect(path, found, handshake);
  }

  addEventListener<Type extends keyof Listeners>(type: Type, listener: Listeners[Type][number]): void {
    (this.#listeners[type] as unknown[]).push(listener);
  }

  send(text: string): void {
    this.#socket.write(ipcFrame(IPC_OPCODES.FRAME, text));
  }

  close(): void {
    this.#socket.end();
  }

  #connect(path: string, found: string, handshake: Buffer, isRetry = false): Socket {
    const socket = connect(path);
    socket.once('connect', () => {
      // Meanwhile another user may have put a socket where ours was removed.
      const now = ownSocketAt(path);
      if (now === found) socket.write(handshake);
      else if (now === null || isRetry || socket.writableEnded) socket.destroy();
      else {
        socket.removeAllListeners();
        socket.destroy();
        this.#socket = this.#connect(path, now, handshake, true);
      }
    });
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', () => this.#emit('error', undefined));
    socket.on('close', () => this.#emit('close', this.#close));
    return socket;
  }

  #receive(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.read(chunk)) this.#handle(frame);
    } catch {
      // What is no frame is not the server that is looked for.
      this.#socket.destroy();
    }
  }

  #handle({ json, opcode }: IpcFrame): void {
    if (opcode === IPC_OPCODES.FRAME) this.#emit('message', { data: json.toString() });
    else if (opcode === IPC_OPCODES.PING) this.#socket.write(ipcFrame(IPC_OPCODES.PONG, json));
    else if (opcode === IPC_OPCODES.CLOSE) this.#close = toCloseInfo(parseJson(json.toString()));
  }

  #emit<Type extends keyof Listeners>(type: Type, event: Parameters<Listeners[Type][number]>[0]): void {
    for (const listener of this.#listeners[type] as ((event: unknown) => void)[]) listener(event);
  }
}

/**
 * What tells the socket at a path, and a link to it, from those that were or will be there: an inode is used again, but changed
 * later. Named pipes of Windows do not tell whose they are, and all count as one.
 *
 * @returns null if none is there, or one of another user: in a folder of all users, anybody can make a socket that games find
 */
function ownSocketAt(path: string): string | null {
  const uid = process.geteuid?.();
  if (uid === undefined) return path;
  try {
    const files = [lstatSync, statSync].map((look) => look(path, { bigint: true }));
    const isOwn = files.every((file) => file.uid === BigInt(uid) || file.uid === 0n);
    return isOwn ? files.map(({ ctimeNs, dev, ino }) => `${dev} ${ino} ${ctimeNs}`).join() : null;
  } catch {
    // None is there, or another user's link leads nowhere or in a circle.
    return null;
  }
}

function toCloseInfo(value: unknown): CloseInfo {
  const { code, message } = Object(value) as Partial<Record<string, unknown>>;
  return typeof code === 'number' ? { code, reason: textOr(message, '') } : LOST;
}
