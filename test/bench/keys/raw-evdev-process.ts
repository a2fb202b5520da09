import { openSync, read } from 'node:fs';
import { WebSocketServer } from 'ws';

/**
 * The bound of keys from evdev: one process that reads a device and sends the time of each key that is pressed over a bare
 * `ws`. Its argument is the device; it sends its port to its parent, which kills it.
 */
const EVENT_SIZE = 24;
const EV_KEY = 1;
const PRESSED = 1;

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.once('listening', () => {
  const address = server.address();
  process.send?.(typeof address === 'object' ? address?.port : 0);
});
const device = openSync(process.argv[2] ?? '', 'r');
const buffer = Buffer.alloc(64 * EVENT_SIZE);

/** `struct input_event` of a 64-bit kernel: seconds and microseconds, type, code, value. */
function send(bytes: number): void {
  for (let at = 0; at < bytes; at += EVENT_SIZE) {
    const isPress = buffer.readUInt16LE(at + 16) === EV_KEY && buffer.readInt32LE(at + 20) === PRESSED;
    if (!isPress) continue;
    const ms = Number(buffer.readBigInt64LE(at)) * 1000 + Number(buffer.readBigInt64LE(at + 8)) / 1000;
    for (const socket of server.clients) socket.send(JSON.stringify({ ms }));
  }
}

function readNext(): void {
  read(device, buffer, 0, buffer.length, null, (error, bytes) => {
    if (error !== null) throw error;
    send(bytes);
    readNext();
  });
}

readNext();
