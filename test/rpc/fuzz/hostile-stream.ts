import { ORIGIN } from '../../helpers/mock-rpc.js';
import type { Random } from '../../helpers/random.js';
import { type EncodingName, hostileFrame } from './hostile-frame.js';

/** What a hostile program might write to a connection: an upgrade that is right, then WebSocket frames that are not. */
export function hostileStream(random: Random, port: number): Buffer {
  const encoding = random.pick<EncodingName>(['json', 'etf']);
  const upgrade = [
    `GET /?v=1&client_id=100&encoding=${encoding} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Origin: ${ORIGIN}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Extensions: permessage-deflate',
    '\r\n',
  ];
  const frames = Array.from({ length: 1 + random.below(6) }, () => webSocketFrame(random, encoding));
  return Buffer.concat([Buffer.from(upgrade.join('\r\n')), ...frames]);
}

/** A frame with any opcode, flags and length; often it is right. */
function webSocketFrame(random: Random, encoding: EncodingName): Buffer {
  const payload = hostileFrame(random, encoding).subarray(0, random.pick([125, 60_000]));
  const opcode = random.pick([0x1, 0x2, 0x2, 0x0, 0x8, 0x9, 0xa, random.below(16)]);
  const flags = random.chance(0.7) ? 0x80 : random.below(16) << 4;
  const mask = random.bytes(4);
  const masked = Buffer.from(payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)));
  const frame = Buffer.concat([
    Buffer.from([flags | opcode]),
    lengthBytes(random, payload.length),
    mask,
    masked,
  ]);
  return random.chance(0.2) ? random.mutate(frame) : frame;
}

function lengthBytes(random: Random, length: number): Buffer {
  if (random.chance(0.02)) return Buffer.from([0xff, ...random.bytes(8)]);
  if (length < 126) return Buffer.from([0x80 | length]);
  return Buffer.from([0x80 | 126, length >> 8, length & 0xff]);
}
