/** A zlib header (RFC 1950 §2.2) for a window of up to 32 KiB, without a dictionary. */
const ZLIB_HEADER = Buffer.from([0x78, 0x01]);
/** An empty stored block, with which zlib flushes. */
const SYNC_FLUSH = Buffer.from([0x00, 0x00, 0x00, 0xff, 0xff]);
/** The maximum size of a stored block (RFC 1951 §3.2.4). */
const MAX_BYTES = 0xffff;

/**
 * Writes uncompressed bytes into a zlib stream, flushed: this defers the memory of a deflate context. A raw deflate
 * context may continue the stream.
 *
 * @param bytes at most 65,535
 * @param isFirst whether the stream starts with it
 * @throws {RangeError} if there are too many bytes for a block
 */
export function storedBlock(bytes: Uint8Array, isFirst: boolean): Buffer {
  if (bytes.length > MAX_BYTES) throw new RangeError('too long for a stored block');
  const header = Buffer.alloc(5);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(MAX_BYTES - bytes.length, 3);
  return Buffer.concat([...(isFirst ? [ZLIB_HEADER] : []), header, bytes, SYNC_FLUSH]);
}
