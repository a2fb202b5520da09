import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { RelayOptions } from '../voice/relay-options.js';

const MODE = 'aes-256-gcm';
const HEADER_BYTES = 12;
const TAG_BYTES = 16;
const COUNTER_BYTES = 4;
const BUFFER_BYTES = 4 * 1024 * 1024;

/** Decrypts packets and encrypts them for each listener, as the relay must, and nothing else. */
process.once('disconnect', () => process.exit(0));
const [{ listeners, sinkPort }] = (await once(process, 'message')) as [RelayOptions];
const key = randomBytes(32);
const keys = Array.from({ length: listeners }, () => randomBytes(32));
const socket = createSocket({
  type: 'udp4',
  recvBufferSize: BUFFER_BYTES,
  sendBufferSize: BUFFER_BYTES,
  lookup: (address, _, found) => found(null, address, 4),
});
let count = 0;

socket.on('message', (packet) => {
  const tagAt = packet.length - COUNTER_BYTES - TAG_BYTES;
  const header = packet.subarray(0, HEADER_BYTES);
  const nonce = Buffer.alloc(12);
  packet.copy(nonce, 0, packet.length - COUNTER_BYTES);
  const decipher = createDecipheriv(MODE, key, nonce, { authTagLength: TAG_BYTES }).setAAD(header);
  decipher.setAuthTag(packet.subarray(tagAt, tagAt + TAG_BYTES));
  const opus = decipher.update(packet.subarray(HEADER_BYTES, tagAt));
  decipher.final();
  for (const ofListener of keys) {
    const next = Buffer.alloc(12);
    next.writeUInt32BE(count);
    count = (count + 1) >>> 0;
    const cipher = createCipheriv(MODE, ofListener, next).setAAD(header);
    const encrypted = cipher.update(opus);
    cipher.final();
    const sealed = Buffer.concat([header, encrypted, cipher.getAuthTag(), next.subarray(0, COUNTER_BYTES)]);
    socket.send(sealed, sinkPort, '127.0.0.1');
  }
});
const listening = once(socket, 'listening');
socket.bind({ address: '127.0.0.1', port: 0 });
await listening;
process.send?.({ port: socket.address().port, ssrc: 5, key: [...key] });
