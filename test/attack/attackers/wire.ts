import { randomBytes } from 'node:crypto';

/** Bytes of requests and WebSocket frames, valid or not: client libraries refuse to send invalid ones. */

export type Headers = Readonly<Record<string, string>>;

/** An HTTP/1.1 request. Its Host is the port's own unless the headers name another. */
export function requestBytes(
  port: number,
  method: string,
  target: string,
  headers: Headers = {},
  body: string | Buffer = '',
): Buffer {
  const all: Headers = {
    Host: `127.0.0.1:${port}`,
    ...(body.length === 0 ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]);
}

/** A request that closes its connection after the response. */
export function closingRequest(
  port: number,
  method: string,
  target: string,
  headers: Headers = {},
  body: string | Buffer = '',
): Buffer {
  return requestBytes(port, method, target, { Connection: 'close', ...headers }, body);
}

/** A POST of a form, as a browser or a program sends it. */
export function formPost(
  port: number,
  target: string,
  fields: Readonly<Record<string, string>>,
  headers: Headers = {},
): Buffer {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return closingRequest(port, 'POST', target, { ...type, ...headers }, String(new URLSearchParams(fields)));
}

/** An upgrade to WebSocket. @param target with its query, e.g. `/?v=6&encoding=etf` */
export function upgradeBytes(port: number, target: string, headers: Headers = {}): Buffer {
  return requestBytes(port, 'GET', target, {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  });
}

export const OPCODES = { CONTINUATION: 0, TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9, PONG: 10 } as const;

export interface FrameOptions {
  /** whether it ends its message; by default it does */
  readonly isFinal?: boolean;
  /** the length that it promises, by default the payload's */
  readonly promised?: number;
}

/** A client's WebSocket frame. Its mask is zero, which leaves the payload as it is. */
export function frameBytes(
  opcode: number,
  payload: string | Buffer = '',
  { isFinal = true, promised }: FrameOptions = {},
): Buffer {
  const body = Buffer.from(payload);
  const first = Buffer.from([(isFinal ? 0x80 : 0) | opcode]);
  return Buffer.concat([first, lengthBytes(promised ?? body.length), Buffer.alloc(4), body]);
}

function lengthBytes(length: number): Buffer {
  if (length < 126) return Buffer.from([0x80 | length]);
  if (length < 65_536) return Buffer.from([0x80 | 126, length >> 8, length & 0xff]);
  const bytes = Buffer.alloc(9, 0);
  bytes[0] = 0xff;
  bytes.writeUInt32BE(length, 5);
  return bytes;
}

/** The status of an HTTP answer, or null if there is none. */
export function statusOf(answer: string): number | null {
  const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1];
  return status === undefined ? null : Number(status);
}
