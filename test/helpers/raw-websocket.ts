import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** Opcodes of RFC 6455 §5.2. */
export const OPCODES = { CONTINUATION: 0x0, TEXT: 0x1, BINARY: 0x2, PING: 0x9 } as const;

/** The TCP connection below a WebSocket: what is written to it goes on the wire as it is. */
export function tcp(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

/** A masked frame of at most 125 bytes, whose mask changes nothing. */
export function rawFrame(opcode: number, payload: Uint8Array, isFinal = true): Buffer {
  const header = Buffer.from([(isFinal ? 0x80 : 0) | opcode, 0x80 | payload.length, 0, 0, 0, 0]);
  return Buffer.concat([header, payload]);
}
