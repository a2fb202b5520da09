const FINAL = 0x80;
const TEXT = 0x1;
const BINARY = 0x2;
/** The longest payload whose length is in the second byte. */
const SHORT = 125;
/** In place of the length: it follows in two bytes, or in eight. */
const LENGTH_16 = 126;
const LENGTH_64 = 127;

/**
 * A message as one unmasked frame (RFC 6455 §5.2): a text message of a string, a binary message of bytes. One buffer is
 * cheaper to write to a socket than a header and a payload.
 */
export function websocketMessage(data: string | Uint8Array): Buffer {
  if (typeof data !== 'string') return binaryMessage(data);
  const length = Buffer.byteLength(data);
  const message = createMessage(false, length);
  message.write(data, message.length - length);
  return message;
}

function binaryMessage(data: Uint8Array): Buffer {
  const message = createMessage(true, data.length);
  message.set(data, message.length - data.length);
  return message;
}

/** Allocates a message and writes its header. @param length the length of its payload, which is the end */
export function createMessage(binary: boolean, length: number): Buffer {
  const start = length <= SHORT ? 2 : length <= 0xffff ? 4 : 10;
  const message = Buffer.allocUnsafe(start + length);
  message[0] = FINAL | (binary ? BINARY : TEXT);
  if (start === 2) {
    message[1] = length;
  } else if (start === 4) {
    message[1] = LENGTH_16;
    message.writeUInt16BE(length, 2);
  } else {
    message[1] = LENGTH_64;
    message.writeBigUInt64BE(BigInt(length), 2);
  }
  return message;
}
