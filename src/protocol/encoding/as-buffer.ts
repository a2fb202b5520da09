/** The same bytes as a Buffer. A view of a Buffer would cost as much as decoding a short frame. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
