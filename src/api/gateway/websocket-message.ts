const FINAL = 0x80;
const TEXT = 0x1;
const BINARY = 0x2;

/**
 * A message as one unmasked frame (RFC 6455 §5.2) in one buffer, which is cheaper to write than a header and a payload.
 * The part that messages share comes first.
 */
export function websocketMessage(binary: boolean, shared: Uint8Array, own: Uint8Array): Buffer {
  const length = shared.length + own.length;
  const start = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const message = Buffer.allocUnsafe(start + length);
  message[0] = FINAL | (binary ? BINARY : TEXT);
  if (start === 2) {
    message[1] = length;
  } else if (start === 4) {
    message[1] = 126;
    message.writeUInt16BE(length, 2);
  } else {
    message[1] = 127;
    message.writeBigUInt64BE(BigInt(length), 2);
  }
  message.set(shared, start);
  message.set(own, start + shared.length);
  return message;
}
