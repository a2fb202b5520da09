import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SocketBound } from './bound.js';
import { readText } from './read-text.js';
import { serveBound } from './serve-bound.js';

const OPCODE_TEXT = 0x81;
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** An unmasked text frame of at most 65,535 bytes. */
function toFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = length < 126 ? [OPCODE_TEXT, length] : [OPCODE_TEXT, 126, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(header), payload]);
}

/** Upgrades connections and writes frames to their sockets; what clients send is not read as frames. */
await serveBound<SocketBound>(({ greeting }) => {
  const sockets = new Set<Duplex>();
  const server = createServer(async (request, response) => {
    const frame = toFrame(await readText(request));
    for (const socket of sockets) socket.write(frame);
    response.writeHead(204).end();
  });
  server.keepAliveTimeout = 60_000;
  server.on('upgrade', (request, socket) => {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${GUID}`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
    );
    if (greeting !== undefined) socket.write(toFrame(greeting));
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.resume();
    sockets.add(socket);
  });
  return server;
});
